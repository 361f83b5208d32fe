import { rules } from './rules.ts'
import type { Written } from './section.ts'

/** Everything that writes sections of pages, from the sources below a root. */
export const writers: readonly ((root: string) => Promise<Written> | Written)[] = [rules]
