<?php
/**
 * Fills a freshly installed wiki with the pages, accounts and logs of sample.json, the same each time:
 * the clock starts on 1 January 2024 and moves on by an hour with every action.
 */

use MediaWiki\MediaWikiServices;
use MediaWiki\Revision\RevisionRecord;
use MediaWiki\Revision\SlotRecord;
use Wikimedia\Timestamp\ConvertibleTimestamp;

require_once getenv( 'SAMPLE_WIKI_SOURCE' ) . '/maintenance/Maintenance.php';
require_once __DIR__ . '/png.php';

class FillSampleWiki extends Maintenance {
	private array $sample;
	private array $accounts;
	private int $clock;
	private int $turn = 0;
	private User $admin;
	/** @var User[] */
	private array $editors;
	private MediaWikiServices $services;

	public function execute() {
		$this->sample = $this->readJson( 'sample.json' );
		$this->accounts = $this->readJson( 'accounts.json' );
		$this->services = MediaWikiServices::getInstance();
		$this->clock = (int)wfTimestamp( TS_UNIX, '20240101000000' );
		ConvertibleTimestamp::setFakeTime( fn () => $this->clock );

		foreach ( [
			'backdateInstallation', 'fillAccounts', 'fillInterwiki', 'fillTags', 'fillTemplates', 'fillArticles', 'fillStars', 'fillHistory',
			'fillFiles', 'fillDeletions', 'fillMoves', 'fillProtections', 'fillBlocks', 'fillHiddenRevision',
			'fillFilter', 'fillWatchlist',
		] as $step ) {
			$this->$step();
			DeferredUpdates::doUpdates();
		}
	}

	private function readJson( string $name ): array {
		return json_decode( file_get_contents( __DIR__ . "/$name" ), true, 512, JSON_THROW_ON_ERROR );
	}

	private function tick(): void {
		$this->clock += 3600;
	}

	/** The editors take turns. */
	private function nextEditor(): User {
		return $this->editors[$this->turn++ % count( $this->editors )];
	}

	private function check( StatusValue $status, string $what ): void {
		if ( !$status->isOK() ) {
			$this->fatalError( "$what: $status" );
		}
	}

	private function page( string $title ): WikiPage {
		return $this->services->getWikiPageFactory()->newFromTitle( Title::newFromText( $title ) );
	}

	private function write( string $title, string $text, string $summary, ?User $user = null, array $tags = [], bool $minor = false ): void {
		$this->tick();
		$page = $this->page( $title );
		$updater = $page->newPageUpdater( $user ?? $this->nextEditor() );
		$updater->setContent( SlotRecord::MAIN, ContentHandler::makeContent( $text, $page->getTitle() ) );
		foreach ( $tags as $tag ) {
			$updater->addTag( $tag );
		}
		$updater->saveRevision( CommentStoreComment::newUnsavedComment( $summary ), $minor ? EDIT_MINOR : 0 );
		$this->check( $updater->getStatus(), $title );
	}

	private function account( string $name, ?string $password, array $groups ): User {
		$this->tick();
		$user = User::newFromName( $name );
		if ( !$user->isRegistered() ) {
			$this->check( $user->addToDatabase(), $name );
			$entry = new ManualLogEntry( 'newusers', 'create' );
			$entry->setPerformer( $user );
			$entry->setTarget( $user->getUserPage() );
			$entry->setParameters( [ '4::userid' => $user->getId() ] );
			$entry->publish( $entry->insert() );
			SiteStatsUpdate::factory( [ 'users' => 1 ] )->doUpdate();
		}
		if ( $password !== null ) {
			$this->check( $user->changeAuthenticationData( [
				'username' => $user->getName(), 'password' => $password, 'retype' => $password,
			] ), $name );
		}
		if ( $groups ) {
			$rights = new UserrightsPage();
			$rights->getContext()->setUser( $this->admin ?? $user );
			$rights->doSaveUserGroups( $user, $groups, [], 'Sample account' );
		}
		return $user;
	}

	/** What the installer made carries the date of the installation. */
	private function backdateInstallation(): void {
		$start = wfTimestamp( TS_MW, $this->clock );
		foreach ( [
			'revision' => 'rev_timestamp', 'logging' => 'log_timestamp', 'recentchanges' => 'rc_timestamp',
			'page' => 'page_touched', 'user' => 'user_registration',
		] as $table => $column ) {
			$this->getDB( DB_PRIMARY )->update( $table, [ $column => $start ], '*', __METHOD__ );
		}
	}

	private function fillAccounts(): void {
		$this->admin = User::newFromName( $this->accounts['administrator']['name'] );
		RequestContext::getMain()->setUser( $this->admin );
		foreach ( $this->accounts as $account ) {
			$user = $this->account( $account['name'], $account['password'], $account['groups'] );
			if ( isset( $account['application'] ) ) {
				$password = $this->services->getPasswordFactory()->newFromPlaintext( $account['applicationPassword'] );
				$this->check( BotPassword::newUnsaved( [
					'username' => $user->getName(),
					'appId' => $account['application'],
					'grants' => [ 'basic', 'highvolume', 'editpage', 'viewmywatchlist' ],
				] )->save( 'insert', $password ), $account['application'] );
			}
		}
		foreach ( $this->sample['editors'] as $name ) {
			$this->editors[] = $this->account( $name, null, [] );
		}
		$this->account( $this->sample['blocked'], null, [] );
	}

	private function fillInterwiki(): void {
		$rows = [];
		foreach ( $this->sample['interwiki'] as $prefix => $url ) {
			$rows[] = [
				'iw_prefix' => $prefix, 'iw_url' => $url, 'iw_api' => '', 'iw_wikiid' => '', 'iw_local' => 0, 'iw_trans' => 0,
			];
		}
		$this->getDB( DB_PRIMARY )->insert( 'interwiki', $rows, __METHOD__, [ 'IGNORE' ] );
	}

	private function fillTags(): void {
		foreach ( $this->sample['tags'] as $tag ) {
			$this->tick();
			$this->check( ChangeTags::createTagWithChecks( $tag, 'Sample tag', $this->admin ), $tag );
		}
	}

	private function fillTemplates(): void {
		$this->write( 'Template:Infobox', "{| class=\"infobox\"\n! {{{name}}}\n|-\n| Field || {{{field}}}\n|}", 'Infobox for topics' );
		$this->write( 'Template:Stub', "''This page is short.'' [[Category:Stubs]]", 'Mark short pages' );
		$this->write( 'Template:Star', "{{Infobox|name={{{name}}}|field=Astronomy}}{{Stub}}", 'Infobox for stars' );
		$this->write( 'Category:Stubs', "__HIDDENCAT__\nPages that are short.", 'Hidden category' );
		foreach ( $this->sample['fields'] as $field ) {
			$this->write( "Category:$field", "Pages about [[$field]]. [[Category:Topics]]", 'Category of a field' );
		}
		$this->write( 'Category:Topics', 'All fields.', 'Root category' );
		foreach ( $this->sample['rare'] as $title => $text ) {
			$this->write( $title, $text, 'Sample page', $this->admin );
		}
		foreach ( $this->sample['redirects'] as $from => $to ) {
			$this->write( $from, "#REDIRECT [[$to]]", "Redirect to [[$to]]", null, [], true );
		}
	}

	private function fillArticles(): void {
		$files = $this->sample['files'];
		foreach ( $this->sample['articles'] as $field => $names ) {
			$links = implode( ', ', array_map( fn ( $name ) => "[[$name]]", $names ) );
			$this->write( $field, "'''$field''' is a field of science. It has [[Special:AllPages|many pages]].\n\n"
				. "== Topics ==\n$links\n\n[[de:$field]] [[fr:$field]] [[Category:$field]]", 'First version' );
			foreach ( $names as $index => $name ) {
				$next = $names[( $index + 1 ) % count( $names )];
				$file = $files[$index % 4];
				$this->write( $name, "{{Infobox|name=$name|field=$field}}\n'''$name''' is a topic of [[$field]], next to [[$next]].\n\n"
					. str_repeat( "A sentence about $name and how it is measured. ", 5 + $index * 8 )
					. "\n\n== See also ==\n* [[$next]]\n* [[Missing topic $index]]\n* [[sample:$name|elsewhere]]\n"
					. "* [https://example.org/$field/" . rawurlencode( $name ) . " A source]\n\n"
					. "[[File:$file|thumb|A picture]]\n{{DEFAULTSORT:$name}}\n[[de:$name]]\n[[Category:$field]]", "New page about $name" );
				$this->write( "Talk:$name", 'Is this page right?', 'Question' );
			}
		}
	}

	private function fillStars(): void {
		for ( $number = 1; $number <= $this->sample['stars']; $number++ ) {
			$name = sprintf( 'Star %03d', $number );
			$this->write( $name, "{{Star|name=$name}}\n'''$name''' is a star seen by [[Telescope]]. [[Category:Stars]]",
				"New star", null, $number % 10 ? [] : [ 'sample-import' ] );
		}
		$this->write( 'Category:Stars', 'Stars by number. [[Category:Astronomy]]', 'Category of stars' );
	}

	private function fillHistory(): void {
		[ 'title' => $title, 'revisions' => $revisions ] = $this->sample['longHistory'];
		$first = $this->page( $title )->getContent()->getText();
		for ( $number = 2; $number <= $revisions; $number++ ) {
			$this->write( $title, "$first\n\nNote number $number.", "Note $number", null,
				$number % 7 ? [] : [ 'sample-typo' ], $number % 3 === 0 );
		}
		$this->write( $title, $first, 'Back to the first version' );
		$this->write( 'Sun', $this->page( 'Sun' )->getContent()->getText() . "\n\nWritten without an account.", 'No account',
			User::newFromName( '192.0.2.7', false ) );
	}

	private function upload( string $name, string $image ): void {
		$this->tick();
		$path = tempnam( wfTempDir(), 'sample' );
		file_put_contents( $path, $image );
		$file = $this->services->getRepoGroup()->getLocalRepo()->newFile( $name );
		$this->check( $file->upload( $path, "Upload of $name", "A drawing. [[Category:Drawings]]", 0, false, false, $this->nextEditor() ), $name );
		unlink( $path );
	}

	private function fillFiles(): void {
		foreach ( $this->sample['files'] as $index => $name ) {
			$this->upload( $name, samplePng( 40 + 40 * ( $index === 4 ? 3 : $index ), 60 ) );
		}
		$this->upload( 'Circle.png', samplePng( 90, 90 ) );
		$this->upload( $this->sample['deletedFile'], samplePng( 30, 30 ) );
		$this->tick();
		$file = $this->services->getRepoGroup()->getLocalRepo()->newFile( $this->sample['deletedFile'] );
		$this->check( $file->deleteFile( 'Withdrawn by its author', $this->admin ), $this->sample['deletedFile'] );
		$this->delete( 'File:' . $this->sample['deletedFile'], 'Withdrawn by its author' );
		$this->write( 'Category:Drawings', 'Drawings. [[Category:Topics]]', 'Category of files' );
	}

	private function delete( string $title, string $reason ): void {
		$this->tick();
		$deletion = $this->services->getDeletePageFactory()->newDeletePage( $this->page( $title ), $this->admin );
		$this->check( $deletion->forceImmediate( true )->deleteUnsafe( $reason ), $title );
	}

	private function fillDeletions(): void {
		foreach ( $this->sample['deletedPages'] as $title ) {
			$this->write( $title, "$title, first attempt.", 'First attempt' );
			$this->write( $title, "$title, second attempt.", 'Second attempt' );
			$this->delete( $title, 'Not for this wiki' );
		}
	}

	private function fillMoves(): void {
		foreach ( $this->sample['moves'] as $from => $to ) {
			$this->write( $from, "'''$from''' moves soon. [[Category:Astronomy]]", 'New page' );
			$this->tick();
			$this->check( $this->services->getMovePageFactory()
				->newMovePage( Title::newFromText( $from ), Title::newFromText( $to ) )
				->move( $this->admin, 'A clearer title', true ), $from );
		}
	}

	private function protect( string $title, array $limit ): void {
		$this->tick();
		$cascade = false;
		$this->check( $this->page( $title )->doUpdateRestrictions(
			$limit, array_fill_keys( array_keys( $limit ), 'infinity' ), $cascade, 'Often changed by mistake', $this->admin ), $title );
	}

	private function fillProtections(): void {
		foreach ( $this->sample['protectedPages'] as $title ) {
			$this->protect( $title, [ 'edit' => 'autoconfirmed', 'move' => 'sysop' ] );
		}
		foreach ( $this->sample['protectedTitles'] as $title ) {
			$this->protect( $title, [ 'create' => 'sysop' ] );
		}
	}

	private function fillBlocks(): void {
		$this->write( 'User:' . $this->sample['blocked'], 'Nothing to see.', 'New page',
			User::newFromName( $this->sample['blocked'] ) );
		foreach ( [
			[ $this->sample['blocked'], 'infinity', [ 'isAutoblocking' => true, 'isCreateAccountBlocked' => true ] ],
			[ '198.51.100.4', '99990101000000', [] ],
			[ '203.0.113.0/24', '99990101000000', [ 'isHardBlock' => true ] ],
		] as [ $target, $expiry, $options ] ) {
			$this->tick();
			$this->check( $this->services->getBlockUserFactory()
				->newBlockUser( $target, $this->admin, $expiry, 'Damage to pages', $options )
				->placeBlockUnsafe(), $target );
		}
	}

	private function fillHiddenRevision(): void {
		$title = Title::newFromText( 'Moon' );
		$this->write( 'Moon', 'The Moon is a cheese.', 'A joke' );
		$revision = $title->getLatestRevID( Title::READ_LATEST );
		$this->write( 'Moon', "'''Moon''' goes round the Earth. [[Category:Astronomy]]", 'Joke removed' );
		$this->tick();
		$list = RevisionDeleter::createList( 'revision', RequestContext::getMain(), $title, [ $revision ] );
		$this->check( $list->setVisibility( [
			'value' => [ RevisionRecord::DELETED_TEXT => 1, RevisionRecord::DELETED_COMMENT => 1, RevisionRecord::DELETED_USER => 0 ],
			'comment' => 'Not helpful',
		] ), 'Moon' );
	}

	private function fillFilter(): void {
		$filter = MediaWiki\Extension\AbuseFilter\Filter\MutableFilter::newDefault();
		$filter->setName( 'Shouting' );
		$filter->setRules( 'action == "edit" & new_wikitext rlike "!!!!!"' );
		$filter->setComments( 'Five exclamation marks are too many.' );
		$filter->setActions( [] );
		$filter->setGroup( 'default' );
		$this->tick();
		$this->check( $this->services->get( 'AbuseFilterFilterStore' )->saveFilter(
			$this->admin, null, $filter, MediaWiki\Extension\AbuseFilter\Filter\MutableFilter::newDefault() ), 'Shouting' );
	}

	private function fillWatchlist(): void {
		foreach ( [ 'reader', 'bot' ] as $account ) {
			$user = User::newFromName( $this->accounts[$account]['name'] );
			foreach ( [ 'Physics', 'Sun', 'Moon' ] as $title ) {
				$this->check( $this->services->getWatchlistManager()->addWatch( $user, Title::newFromText( $title ) ), $title );
			}
		}
		$this->write( 'Sun', $this->page( 'Sun' )->getContent()->getText() . "\n\nSeen every day.", 'One more sentence' );
	}
}

$maintClass = FillSampleWiki::class;
require_once RUN_MAINTENANCE_IF_MAIN;
