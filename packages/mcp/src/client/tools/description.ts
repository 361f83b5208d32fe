import { headOf } from '@millrace/schema'
import type { RemoteTool } from '../../contract/connection.ts'
import { visible } from './visible.ts'

/** UTF-16 units of a description that a model is told. */
const longest = 4096

/**
 * Words, in small letters, that address whoever reads a description and do not describe. Nothing is refused because of them: a
 * person is told.
 */
const suspicious: readonly RegExp[] = [
  /<\/?\s*(?:system|important|instructions?|admin|assistant|user|secret|hidden)\b[^>]{0,80}>/,
  /\b(?:system|developer)\s*(?:prompt|message|override|note|instruction)\b/,
  /\[\s*(?:system|inst|\/inst)\b/,
  /<\|[a-z_]{1,30}\|>/,
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|other|your|any|safety|permission)/s,
  /\b(?:do not|don't|never|without)\s+(?:tell|telling|mention|mentioning|inform|informing|show|showing|reveal|notify|notifying|ask|asking)\b/,
  /\b(?:before|after|instead of|whenever|when)\s+(?:you\s+)?(?:use|using|call|calling|invoke|invoking|run|running)\s+(?:any|another|other|every|all|this)\b/,
  /\b(?:you must|you are now|you have been|always (?:call|use|run|send|include|pass)|must (?:first|always|be called))\b/,
  /(?:~\/\.|\/etc\/|id_rsa|\.ssh\b|\.aws\b|\.env\b|credentials\b|api[ _-]?keys?\b|passwords?\b|private keys?\b|mcp\.json)/,
  /\b(?:pre-?approved|no (?:approval|confirmation|permission)|already (?:approved|authori[sz]ed)|side ?note|sidenote)\b/,
  /\b(?:curl|wget)\s+\S|\|\s*(?:sh|bash|base64)\b/,
  // That a result is encoded so describes a tool; to encode something so is an order.
  /\bbase64\s+-|\bbase64[- ]encode\b|\bencode\b.{0,40}\bbase64\b/s,
]

/** What a model is told that a tool is for, and what a person should know of it. */
export interface Description {
  readonly text: string
  /** A clause each. */
  readonly problems: readonly string[]
}

/**
 * The description of a tool, bounded, with nothing hidden in it, behind the name of its server: a model is to know that these
 * are not the words of its host.
 */
export function describeTool(server: string, { title, description, annotations }: RemoteTool): Description {
  const name = title ?? annotations.title
  const given = description.trim() === '' ? (name ?? '') : description
  const told = headOf(given, longest)
  const text = visible(told)
  const problems: string[] = []
  if (text !== told) problems.push('its description has hidden characters; they are written out')
  const plain = told.normalize('NFKC').toLowerCase()
  if (suspicious.some((pattern) => pattern.test(plain))) {
    problems.push('its description reads like instructions, or names secrets; look at it')
  }
  const more = given.length - told.length
  if (more > 0) {
    problems.push(`its description has ${given.length} characters, of which the first ${longest} are told`)
  }
  const start = headOf(text, longest)
  const cut = more > 0 || start.length < text.length ? '… [the rest is left out]' : ''
  return { text: `[MCP server ${visible(server)}] ${start}${cut}`.trimEnd(), problems }
}
