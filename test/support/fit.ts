/**
 * Whether the labels of a page fit: nothing extends beyond the page, nothing is cut without a tooltip, and no
 * controls overlap.
 */
import type { Page } from 'playwright-core';

/**
 * The elements that do not fit, one line each. Only visible elements count; lists that scroll sideways may extend
 * beyond the page.
 */
export const misfits = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const found = [];
    const scrollers = '.grid, .tabs, .rich pre, .rich table';
    const isShown = each => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 0;
    const name = each => each.tagName.toLowerCase() + '.' + each.className + ' ' + (each.getAttribute('aria-label') ?? each.textContent).slice(0, 40);
    const all = [...document.querySelectorAll('body *:not(script)')].filter(isShown);
    for (const each of all) {
      const { left, right } = each.getBoundingClientRect();
      if (!each.closest(scrollers) && !each.closest('.spoken') && (left < -1 || right > innerWidth + 1))
        found.push('beyond the edge: ' + name(each));
    }
    const names = all.filter(each => each.matches('button, button span, .name, .site, h1, h2, .summary, .key, .attachments li > span'));
    for (const each of names) {
      const isCut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible';
      const tip = each.closest('[title]')?.title ?? '';
      if (isCut && !tip.includes(each.textContent.trim().slice(0, 20))) found.push('cut without a tooltip: ' + name(each));
      const label = each.closest('[aria-label]')?.getAttribute('aria-label') ?? '';
      if (each.matches('button') && each.innerText.trim() === '' && (label === '' || tip === ''))
        found.push('an icon without a name: ' + name(each));
    }
    const popup = document.querySelector(':popover-open');
    const controls = all.filter(each => each.matches('button, input, select, [role=columnheader]') && (popup === null || popup.contains(each)));
    const scrollerOf = each => each.closest('.grid .head, .stage, .notices, .tabs');
    const boxes = controls.filter(each => !each.closest('.corner, .frozen')).map(each => ({ each, box: each.getBoundingClientRect() }));
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        const isNested = one.each.contains(other.each) || other.each.contains(one.each);
        if (width > 1 && height > 1 && !isNested && scrollerOf(one.each) === scrollerOf(other.each)) found.push('on top of each other: ' + name(one.each) + ' / ' + name(other.each));
      }
    if (controls.length === 0 && popup !== null) found.push('nothing in the pop-up');
    return found;
  })()`);
