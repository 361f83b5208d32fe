import { shown } from '@millrace/protocol'
import { ToolNotFoundError } from '@millrace/tools'
import { declarationOf } from '../sdk/declaration-of.ts'
import type { SdkLanguage } from '../sdk/language.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** How tools are described. */
export interface DescribeOptions {
  /** All that is known of them, in place of a line each. */
  readonly full?: boolean
  readonly language?: SdkLanguage
}

/**
 * Declarations of tools as one text. A name that is not there is answered with near ones in a comment.
 * @throws ToolNotFoundError where none is there.
 */
export function describeTools(
  catalogue: ToolCatalogue,
  names: readonly string[],
  { full = false, language = 'typescript' }: DescribeOptions,
): string {
  const wanted = [...new Set(names)]
  const known = wanted.filter((name) => catalogue.get(name) !== undefined)
  const [first] = wanted
  if (known.length === 0 && first !== undefined)
    throw new ToolNotFoundError(shown(first), hintFor(catalogue, first))
  const comment = language === 'python' ? '#' : '//'
  return wanted
    .map((name) => {
      const definition = catalogue.get(name)
      if (definition === undefined)
        return `${comment} unknown tool "${shown(name)}"${hintFor(catalogue, name)}`
      return declarationOf(definition, language, { compact: !full })
    })
    .join(full ? '\n\n' : '\n')
}

function hintFor(catalogue: ToolCatalogue, name: string): string {
  const near = catalogue.near(name)
  return near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '; find names with $search'
}
