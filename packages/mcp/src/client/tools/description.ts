import { headOf } from '@millrace/schema'
import type { RemoteTool } from '../../contract/connection.ts'
import { hidesSomething, visible } from './hidden.ts'

/** UTF-16 units of a description that a model is told. */
const longest = 4096

/**
 * Words that address whoever reads a description and do not describe. Nothing is refused because of them: a person is told.
 */
const suspicious: readonly RegExp[] = [
  /<\/?\s*(?:system|important|instructions?|admin|assistant|user|secret|hidden)\b[^>]{0,80}>/iu,
  /\b(?:system|developer)\s*(?:prompt|message|override|note|instruction)\b/iu,
  /\[\s*(?:system|inst|\/inst)\b/iu,
  /<\|[a-z_]{1,30}\|>/iu,
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|other|your|any|safety|permission)/isu,
  /\b(?:do not|don't|never|without)\s+(?:tell|telling|mention|mentioning|inform|informing|show|showing|reveal|notify|notifying|ask|asking)\b/iu,
  /\b(?:before|after|instead of|whenever)\b.{0,60}\b(?:using|calling|call|invoke|invoking|running)\b.{0,60}\b(?:any|other|another|every|all|this)\b/isu,
  /\b(?:you must|you are now|you have been|always (?:call|use|run|send|include|pass)|must (?:first|always|be called))\b/iu,
  /(?:~\/\.|\/etc\/|id_rsa|\.ssh\b|\.aws\b|\.env\b|credentials\b|api[ _-]?keys?\b|passwords?\b|private keys?\b|mcp\.json)/iu,
  /\b(?:pre-?approved|no (?:approval|confirmation|permission)|already (?:approved|authori[sz]ed)|side ?note|sidenote)\b/iu,
  /\b(?:curl|wget)\s+\S|\|\s*(?:sh|bash)\b|\bbase64\b/iu,
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
  const problems: string[] = []
  if (hidesSomething(given)) problems.push('its description has hidden characters; they are written out')
  if (suspicious.some((pattern) => pattern.test(given.normalize('NFKC')))) {
    problems.push('its description reads like instructions, or names secrets; look at it')
  }
  const text = visible(given)
  const start = headOf(text, longest)
  if (start.length < text.length) {
    problems.push(`its description has ${given.length} characters, of which the first ${longest} are told`)
  }
  const cut = start.length < text.length ? `… [${text.length - start.length} more characters left out]` : ''
  return { text: `[MCP server ${visible(server)}] ${start}${cut}`.trimEnd(), problems }
}
