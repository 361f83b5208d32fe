import type { Row } from '../layout/row.ts'
import { show, type Shown } from '../text/shown.ts'

declare const htmlBrand: unique symbol

/** Markup that the layout made; text of others is in it in escaped form alone. */
export type Html = string & { readonly [htmlBrand]: true }

/** The elements that a page consists of. */
type Name =
  | 'a'
  | 'article'
  | 'b'
  | 'code'
  | 'dd'
  | 'details'
  | 'div'
  | 'dl'
  | 'dt'
  | 'footer'
  | 'h1'
  | 'header'
  | 'i'
  | 'li'
  | 'main'
  | 'p'
  | 'pre'
  | 'section'
  | 'span'
  | 'summary'
  | 'ul'

/** Any text as markup that shows it: first what a screen would act on is written out, then what a parser would. */
export function htmlText(text: string): Html {
  return escaped(show(text))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: Shown): Html {
  return text.replaceAll(/[&<>"']/g, (found) => entities[found]!) as Html
}

/** One element. Attributes are escaped; one that is `true` has no value. */
export function element(
  name: Name,
  attributes: Readonly<Record<string, string | boolean>>,
  ...children: readonly Html[]
): Html {
  return `<${name}${attributesOf(attributes)}>${children.join('')}</${name}>` as Html
}

function attributesOf(attributes: Readonly<Record<string, string | boolean>>): string {
  return Object.entries(attributes)
    .map(([key, value]) =>
      value === false ? '' : value === true ? ` ${key}` : ` ${key}="${htmlText(value)}"`,
    )
    .join('')
}

/** A picture that is part of the page. @param source - an address that is known to carry data of a picture. */
export function picture(source: string): Html {
  return `<img alt="image" src="${htmlText(source)}">` as Html
}

/** Markup one after the other. */
export function joined(parts: readonly Html[], separator: ' ' | '\n' | '' = ''): Html {
  return parts.join(separator) as Html
}

/** A row; its tones are classes. */
export function rowHtml(row: Row): Html {
  return joined(
    row.map(({ text, tone }) =>
      tone === 'plain' || text === '' ? escaped(text) : element('span', { class: tone }, escaped(text)),
    ),
  )
}
