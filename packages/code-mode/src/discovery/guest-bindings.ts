import type { JsonValue } from '@millrace/protocol'
import type { ScopeKey } from '@millrace/scope'
import { toolDefinitions, type ToolRuntime } from '@millrace/tools'
import { isSdkLanguage } from '../sdk/language.ts'
import { catalogueOf } from './catalogue.ts'
import { checkedDescribe, checkedSearch } from './search-request.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** Something that a program can ask besides tools: no call, no event, and no effect. */
export interface GuestBinding {
  /** Begins with `$`, which no tool's name does. */
  readonly name: string
  /**
   * The answer to one call.
   * @param args - what the program gave, as JSON.
   * @throws ToolArgsError, or ToolNotFoundError, whose message and code the program gets.
   */
  answer(args: JsonValue): JsonValue
}

/**
 * What a program finds out about its tools with. Both look at what the scope sees when they are asked.
 *
 * - `$search('create an issue')`, or `$search({ query, namespace?, limit? })`, gives
 *   `{ tools: { name, line }[], total, truncated }`; `$search({ query: '', namespace })` lists a namespace, and `$search('')`
 *   names them.
 * - `$describe('issues_create')`, or of several names, or `$describe({ names, full? })`, gives declarations as one text.
 * @param language - of the program, and so of the declarations.
 */
export function discoveryBindings(
  tools: ToolRuntime,
  scope: ScopeKey | undefined,
  language: string = 'typescript',
): readonly GuestBinding[] {
  const catalogue = (): ToolCatalogue => catalogueOf(toolDefinitions(tools, scope))
  return [
    {
      name: '$search',
      answer: (args) => {
        const { query, ...options } = checkedSearch(args)
        return catalogue().search(query, options) as unknown as JsonValue
      },
    },
    {
      name: '$describe',
      answer: (args) => {
        const { names, full } = checkedDescribe(args)
        return catalogue().describe(names, { full, ...(isSdkLanguage(language) && { language }) })
      },
    },
  ]
}
