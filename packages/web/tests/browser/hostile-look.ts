import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What may stand in a page of ours. */
const limits = {
  elements: (
    'html head body meta link title script noscript ' +
    'div main section article header footer nav aside search form fieldset legend dialog ' +
    'p span a b strong em del i code pre kbd mark br hr h1 h2 h3 h4 time blockquote small ' +
    'ul ol li dl dt dd table thead tbody tfoot tr th td details summary ' +
    'button input textarea select option label img'
  ).split(' '),
  attributes: (
    'id class role lang title href src alt width height type name value for rel target content charset hidden ' +
    'style tabindex disabled checked selected open inert popover popovertarget placeholder rows cols maxlength ' +
    'min max step wrap spellcheck autocomplete autocapitalize inputmode decoding start scope colspan crossorigin ' +
    'datetime autofocus draggable multiple'
  ).split(' '),
  /** Only the page itself may add one of these. */
  inHead: ['meta', 'link', 'title', 'script'],
  href: '^(?:#|https?://)',
  src: '^(?:/icon\\.svg$|data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$)',
  style: '^(?:[a-z-]+: (?!.*(?:url|image|expression))[\\w\\s.,%()*+-]+; ?)*$',
  raw: '(?![\\n\\t])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]',
  boxes:
    '.card, .said, .asked, .desk-form, .sessions-rows > li, .details, .app-toast, .tools-list, .tools-main, .servers, .rules',
  drawn: 'img, button, input, textarea, select, table, hr, pre',
  heardOnly: '.visually-hidden, thead.said, span.said, .sides thead',
}

type Limits = typeof limits

/** Whether all elements and attributes are of the page: a line for each fault. Runs in the page. */
function strangeParts({ elements, attributes, inHead, href, src, style }: Limits): string[] {
  const faults = new Set<string>()
  const patterns = new Map([
    ['href', new RegExp(href)],
    ['src', new RegExp(src)],
    ['style', new RegExp(style)],
  ])
  for (const element of document.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase()
    const isOfHead = element.closest('head') !== null
    const isHtml = element.namespaceURI === document.documentElement.namespaceURI
    if (!isHtml || !elements.includes(tag)) faults.add(`an element ${tag}`)
    if (inHead.includes(tag) && !isOfHead) faults.add(`${tag} outside of the head`)
    for (const { name, value } of isOfHead ? [] : element.attributes) {
      const isKnown = attributes.includes(name) || /^(?:aria|data)-[a-z]+$/.test(name)
      if (!isKnown || patterns.get(name)?.test(value) === false)
        faults.add(`an attribute ${tag}.${element.className} ${name}: ${value.slice(0, 80)}`)
    }
  }
  for (const link of document.querySelectorAll('a[href^=http]:not([rel="noopener noreferrer"])'))
    faults.add(`a link that tells where it was: ${link.textContent}`)
  return [...faults]
}

/** Whether any text acts on the screen, or ran: a line for each fault. Runs in the page. */
function rawParts({ raw }: Limits): string[] {
  const faults = new Set<string>()
  const isRaw = new RegExp(raw, 'u')
  const shown = (text: string): string => JSON.stringify(text.slice(0, 80))
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      for (const { name, value } of node.attributes)
        if (!name.startsWith('data-') && (isRaw.test(value) || /[\n\t]/.test(value)))
          faults.add(`raw in ${node.tagName}.${node.className} ${name}: ${shown(value)}`)
    } else if (node instanceof DocumentType) continue
    else if (!(node instanceof Text)) faults.add(`a node ${node.nodeName}`)
    else if (isRaw.test(node.data)) faults.add(`raw in ${node.parentElement?.className}: ${shown(node.data)}`)
  }
  if (isRaw.test(document.title)) faults.add(`raw title: ${shown(document.title)}`)
  if ('ran' in window) faults.add('a program ran')
  if ('polluted' in {}) faults.add('all objects have a new member')
  return [...faults]
}

/** Whether all that is drawn stands within its box: a line for each fault. Runs in the page. */
function misplacedParts({ boxes, drawn, heardOnly }: Limits): string[] {
  const faults = new Set<string>()
  const clips = new Map<Element, boolean>()
  const isClipping = (element: Element): boolean => {
    const known = clips.get(element) ?? getComputedStyle(element).overflowX !== 'visible'
    clips.set(element, known)
    return known
  }
  const isWithin = (rect: DOMRect, element: Element, box: Element): boolean => {
    let { left, right, top, bottom } = rect
    for (let at = element; at !== box.parentElement; at = at.parentElement!) {
      if (!isClipping(at)) continue
      const clip = at.getBoundingClientRect()
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
      top = Math.max(top, clip.top)
      bottom = Math.min(bottom, clip.bottom)
    }
    const outer = box.getBoundingClientRect()
    const isAcross = left >= outer.left - 8 && right <= outer.right + 1
    return right <= left || bottom <= top || (isAcross && top >= outer.top - 2 && bottom <= outer.bottom + 2)
  }
  // Blanks at the end of a line hang out of it, and nobody sees them.
  const inked = (node: Text): DOMRect[] =>
    Array.from(node.data.matchAll(/\S+/g), ({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      return range.getBoundingClientRect()
    })
  for (const box of document.querySelectorAll(boxes)) {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_ALL)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement!
      if (node instanceof Element ? !node.matches(drawn) : !(node instanceof Text)) continue
      if (element.closest(boxes) !== box || element.closest(heardOnly) !== null) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const whole = (node instanceof Element ? node : range).getBoundingClientRect()
      if (isWithin(whole, element, box)) continue
      if (node instanceof Text && inked(node).every((rect) => isWithin(rect, element, box))) continue
      faults.add(
        `outside of ${box.className}: ${element.tagName}.${element.className} ${node.textContent?.slice(0, 60)}`,
      )
    }
  }
  if (innerWidth >= document.documentElement.scrollWidth) return [...faults]
  const isWide = (element: Element): boolean => element.getBoundingClientRect().right > innerWidth
  const wide = [...document.querySelectorAll('body *')].filter(isWide).map(({ className }) => className)
  faults.add(`the page is wider than its window: ${wide.slice(0, 20).join(', ')}`)
  return [...faults]
}

async function faultsIn(page: Page): Promise<string[]> {
  const faults = [strangeParts, rawParts, misplacedParts].map((look) => page.evaluate(look, limits))
  return (await Promise.all(faults)).flat()
}

/** Expects of a page as it is now that all text in it is text, and stays where it belongs. */
export async function expectHarmless(page: Page): Promise<void> {
  expect(await faultsIn(page)).toEqual([])
}

/** Looks at all of something that scrolls, a screen at a time. @returns the number of screens. */
export async function lookThrough(page: Page, scroller: string): Promise<number> {
  const faults = new Set<string>()
  await page.locator(scroller).evaluate((element) => element.scrollTo({ top: 0 }))
  for (let screens = 1; ; screens++) {
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    for (const fault of await faultsIn(page)) faults.add(fault)
    const isMore = await page.locator(scroller).evaluate((element) => {
      const before = element.scrollTop
      element.scrollBy({ top: element.clientHeight * 0.9 })
      return element.scrollTop > before
    })
    if (isMore) continue
    expect([...faults]).toEqual([])
    return screens
  }
}
