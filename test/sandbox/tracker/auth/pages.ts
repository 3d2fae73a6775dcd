import type { Reply } from '../../reply.ts';
import { escapeHtml, html, page, realm } from '../replies.ts';
import texts from '../texts.json' with { type: 'json' };
import type { Accounts } from './accounts.ts';

export const failedPage = (base: string): Reply => ({
  ...page(401, 'failedTitle', 'failedText'),
  headers: realm(base),
});

export const challengePage = (base: string): Reply => ({
  ...html(
    403,
    texts.challengeTitle,
    `<p>${texts.challengeText} <a href="${escapeHtml(base)}/login.jsp">${texts.loginTitle}</a></p>`,
  ),
  headers: realm(base),
});

const input = (name: string, label: string, type: string): string =>
  `<p><label>${label}<br><input name="${name}" type="${type}"></label></p>`;

/** The page where a user opens a locked account again. */
export function loginPage(base: string, note = ''): Reply {
  return html(
    200,
    texts.loginTitle,
    `<p>${note}</p><form method="post" action="${escapeHtml(base)}/login.jsp">
${input('os_username', 'Username', 'text')}${input('os_password', 'Password', 'password')}${input('os_captcha', `${texts.captcha}:`, 'text')}
<button>${texts.loginTitle}</button></form>`,
  );
}

/** Answers the form of the login page; correct in every field, it unlocks the account. */
export function answerLogin(form: URLSearchParams, accounts: Accounts, base: string): Reply {
  const account = accounts.find(form.get('os_username') ?? '');
  const isRight =
    account?.password === form.get('os_password') &&
    form.get('os_captcha')?.trim().toLowerCase() === 'millbrook';
  if (!account || !isRight) return loginPage(base, texts.notLoggedIn);
  account.locked = false;
  account.failedInARow = 0;
  return html(200, texts.loginTitle, `<p>${texts.loggedIn}</p>`);
}
