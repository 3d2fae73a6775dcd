<?php
// The settings of the wiki that tests ask. Everything that differs between two runs comes from the environment.
if ( !defined( 'MEDIAWIKI' ) ) {
	exit;
}

$sampleData = getenv( 'SAMPLE_WIKI_DATA' );
$sampleDatabase = static fn ( string $name ) => [
	'type' => 'sqlite',
	'dbname' => $name,
	'tablePrefix' => '',
	'variables' => [ 'synchronous' => 'OFF' ],
	'dbDirectory' => $sampleData,
	'trxMode' => 'IMMEDIATE',
	'flags' => 0,
];

$wgSitename = 'Sample Wiki';
$wgServer = getenv( 'SAMPLE_WIKI_SERVER' );
$wgScriptPath = '';
$wgArticlePath = '/index.php?title=$1';
$wgLanguageCode = 'en';
$wgLocaltimezone = 'UTC';
$wgSecretKey = str_repeat( 'sample', 11 );

$wgDBtype = 'sqlite';
$wgDBname = 'wiki';
$wgSQLiteDataDir = $sampleData;
$wgObjectCaches[CACHE_DB] = [
	'class' => SqlBagOStuff::class,
	'loggroup' => 'SQLBagOStuff',
	'server' => $sampleDatabase( 'wikicache' ),
];
$wgJobTypeConf['default'] = [
	'class' => 'JobQueueDB',
	'claimTTL' => 3600,
	'server' => $sampleDatabase( 'wiki_jobqueue' ),
];
$wgCacheDirectory = "$sampleData/cache";
$wgLocalisationCacheConf['store'] = 'array';
$wgMainCacheType = CACHE_NONE;
$wgSessionCacheType = CACHE_DB;
$wgParserCacheType = CACHE_NONE;
$wgInvalidateCacheOnLocalSettingsChange = false;

// Nothing happens behind a test's back, and nothing goes to the network.
$wgJobRunRate = 0;
$wgMiserMode = false;
$wgRCMaxAge = 100 * 365 * 24 * 3600;
$wgEnableEmail = false;
$wgPingback = false;
$wgUseInstantCommons = false;
$wgAllowExternalImages = false;
$wgBlacklistSettings = [ 'spam' => [ 'files' => [] ], 'email' => [ 'files' => [] ] ];
$wgHTTPProxy = 'http://127.0.0.1:9';
$wgMemoryLimit = '512M';
$wgPasswordAttemptThrottle = [ [ 'count' => 5, 'seconds' => 300 ] ];

$wgEnableUploads = true;
$wgUploadDirectory = "$sampleData/images";
$wgUploadPath = '/images';
$wgFileExtensions = [ 'png' ];
$wgUseImageMagick = false;
$wgGenerateThumbnailOnParse = false;

$wgAllowDisplayTitle = true;
$wgRestrictDisplayTitle = false;
$wgUseRCPatrol = true;
$wgGroupPermissions['bot']['apihighlimits'] = true;
$wgGroupPermissions['sysop']['deletelogentry'] = true;
$wgGroupPermissions['sysop']['deleterevision'] = true;

foreach ( explode( ',', getenv( 'SAMPLE_WIKI_EXTENSIONS' ) ) as $sampleExtension ) {
	wfLoadExtension( $sampleExtension );
}
wfLoadSkin( 'Vector' );
