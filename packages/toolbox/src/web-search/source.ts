import type { WebSource } from '@millrace/protocol'
import { cutEnd } from '../text/cut.ts'
import { searchLimits } from './limits.ts'

/** A source as an engine tells it, before anything about it is believed. */
export interface ToldSource {
  readonly url: unknown
  readonly title: unknown
  readonly snippet: unknown
  readonly publishedAt: unknown
}

/** The source with bounded, plain texts; undefined for one without an http or https address. */
export function sourceOf({ url, title, snippet, publishedAt }: ToldSource): WebSource | undefined {
  if (typeof url !== 'string' || url.length > searchLimits.url || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return {
    url: href,
    ...textField('title', title, searchLimits.title),
    ...textField('snippet', snippet, searchLimits.snippet),
    ...textField('publishedAt', publishedAt, searchLimits.date),
  }
}

/** A text of an answer on one line, without the marks of HTML that engines put around what was found. */
export function plainText(text: string, length: number): string {
  const plain = text
    .slice(0, length * 4)
    .replaceAll(/<\/?(?:strong|b|em|i|mark|span)(?:\s[^<>]{0,200})?>/gi, '')
    .replaceAll(
      /&(?:amp|lt|gt|quot|apos|nbsp|#39|#x27);/gi,
      (entity) => entities[entity.toLowerCase()] ?? entity,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cutEnd(plain, length).toWellFormed()
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': ' ',
}

function textField<K extends string>(key: K, value: unknown, length: number): Partial<Record<K, string>> {
  const text = typeof value === 'string' ? plainText(value, length) : ''
  return text === '' ? {} : ({ [key]: text } as Partial<Record<K, string>>)
}
