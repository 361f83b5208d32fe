import type { McpServerConfig } from '@millrace/mcp'
import { secretHeader, secretName, variablesIn } from '../../mcp/fill-variables.ts'
import { launchWords } from '../../mcp/launch.ts'

/**
 * How a server is launched or reached, as it is written, in one line: variables are named and not filled in, and what looks
 * like a key stands as `…`.
 */
export function launchLine(template: McpServerConfig): string {
  if (template.type === 'http') return launchWords({ ...template, url: withoutKeys(template.url) }).heading
  const args = template.args.map((word, index) => shownArgument(word, template.args[index - 1]))
  return launchWords({ ...template, args }).heading
}

/** `--token x`, `--token=x` and `--header 'Authorization: x'` give a key; `--token ${TOKEN}` names where it comes from. */
function shownArgument(word: string, before = ''): string {
  if (isVariable(word)) return word
  const [, name = '', value] = /^(-{0,2}[\w.-]+)=([^]+)$/.exec(word) ?? []
  if (value !== undefined) return `${name}=${isKey(name) ? '…' : withoutKeys(value)}`
  const [, header = ''] = /^([\w-]+):\s/.exec(word) ?? []
  if (secretHeader.test(header)) return `${header}: …`
  const isValue = /^--?[\w.-]+$/.test(before) && isKey(before) && !word.startsWith('-')
  return isValue ? '…' : withoutKeys(word)
}

/** An address without its password and without the values of parameters that are named like keys. */
function withoutKeys(text: string): string {
  return text
    .replace(/(?<=^[a-z][a-z\d+.-]*:\/\/[^/?#@:]*:)[^/?#@]+(?=@)/i, (found) =>
      isVariable(found) ? found : '…',
    )
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, mark: string, name: string, value: string) =>
      isKey(name) && !isVariable(value) ? `${mark}${name}=…` : whole,
    )
}

function isVariable(text: string): boolean {
  return variablesIn(text).length > 0
}

/** Flags are spelt with hyphens, and variables with underscores. */
function isKey(name: string): boolean {
  return secretName.test(name.replaceAll('-', '_'))
}
