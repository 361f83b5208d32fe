import { outlineOf } from '../../scripts/catalog/page-outline.ts'
import { pagesIn, readmesBelow } from '../../scripts/catalog/pages.ts'
import { root } from '../support/workspace.ts'

/** A fenced block of a page. */
export interface Fence {
  readonly page: string
  /** The line that opens it. */
  readonly line: number
  /** What stands behind the three backticks: `ts`, `sh`, `jsonc`. */
  readonly language: string
  readonly code: string
}

/** Where a fence stands, for messages. */
export const placeOf = ({ page, line }: Fence): string => `${page}:${line}`

/** Pages that are written by hand. The Japanese side has the same fences, and generated pages have none to run. */
const pages = pagesIn(root, 'en')
  .filter((page) => !/^(?:reference|api)\//.test(page))
  .map((page) => `docs/en/${page}`)

const fences: readonly Fence[] = ['README.md', ...readmesBelow(root, 'packages'), ...pages].flatMap((page) =>
  outlineOf(root, page)
    .fences.filter(({ isSnippet }) => !isSnippet)
    .map(({ info, text, line }) => ({ page, line, language: info, code: text })),
)

/** The fences of a language in the README, those of the packages and the English pages; those cut from examples run with these. */
export function fencesOf(language: string): readonly Fence[] {
  return fences.filter((fence) => fence.language === language)
}
