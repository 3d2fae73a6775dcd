/** Prerequisites of the suites beyond npm's packages: how each is detected and installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { isInstalled as isEditorInstalled } from '../support/code-server.ts';
import { findChromium } from '../support/editor/chromium.ts';
import { isInstalled as isMediaWikiInstalled } from '../support/mediawiki.ts';
import { hasSecretService } from '../support/secret-service.ts';
import { findProgram } from '../support/programs.ts';

export interface Prerequisite {
  readonly name: string;
  readonly isThere: () => boolean;
  /** The command that installs it. */
  readonly install: string;
}

const apt = (packages: string): string => `sudo apt-get install -y --no-install-recommends ${packages}`;

const phpModules = ['curl', 'intl', 'mbstring', 'pdo_sqlite', 'xml'];
const hasPhp = (): boolean => {
  if (findProgram('php') === undefined) return false;
  const loaded = execFileSync('php', ['-m'], { encoding: 'utf8' }).toLowerCase().split('\n');
  return phpModules.every(name => loaded.includes(name));
};

export const mediaWiki: Prerequisite = {
  name: 'MediaWiki with PHP',
  isThere: () => isMediaWikiInstalled() && hasPhp(),
  install: apt('mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl php-curl'),
};

/** Python's `requests`, for the code that queries are copied as. */
export const pythonRequests: Prerequisite = {
  name: 'Python with requests',
  isThere: () => spawnSync('python3', ['-c', 'import requests'], { stdio: 'ignore' }).status === 0,
  install: apt('python3 python3-requests'),
};

export const curl: Prerequisite = {
  name: 'curl',
  isThere: () => findProgram('curl') !== undefined,
  install: apt('curl'),
};

export const chromium: Prerequisite = {
  name: 'Chromium',
  isThere: () => findChromium() !== undefined,
  install: apt('chromium'),
};

export const keychain: Prerequisite = {
  name: 'a Secret Service',
  isThere: hasSecretService,
  install: apt('dbus-daemon gnome-keyring'),
};

export const preCommit: Prerequisite = {
  name: 'pre-commit',
  isThere: () => findProgram('pre-commit') !== undefined,
  install: apt('pre-commit'),
};

export const neovim: Prerequisite = {
  name: 'Neovim',
  isThere: () => findProgram('nvim') !== undefined,
  install: apt('neovim'),
};

/** Emacs brings eglot from 29 on; before, it is a package of its own. */
const hasEglot = (): boolean => {
  const expression = "(progn (package-initialize) (kill-emacs (if (require 'eglot nil t) 0 1)))";
  return spawnSync('emacs', ['--batch', '--eval', expression], { stdio: 'ignore' }).status === 0;
};

export const emacs: Prerequisite = {
  name: 'Emacs with eglot',
  isThere: () => findProgram('emacs') !== undefined && findProgram('emacsclient') !== undefined && hasEglot(),
  install: apt('emacs-nox elpa-eglot'),
};

export const editor: Prerequisite = {
  name: 'the editor for tests',
  isThere: isEditorInstalled,
  install: 'npm run setup:editor',
};
