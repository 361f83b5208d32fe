import type { CountRequest } from '../accelerator.ts'
import type { PortablePattern } from '../portable/portable-pattern.ts'

/** The search of ripgrep that counts what a walk of this package would. */
export function ripgrepArguments(
  { rust, decodes }: PortablePattern,
  { path, isRepository, rulesAbove, maxFileBytes }: CountRequest,
): string[] {
  return [
    '--no-config',
    '--count',
    '--null',
    '--stats',
    '--debug',
    '--color=never',
    '--no-mmap',
    // What is hidden is left out by name, as otherwise a rule that keeps something would bring it back.
    '--hidden',
    '--glob=!.*',
    '--no-ignore-global',
    '--no-ignore-parent',
    isRepository ? '--require-git' : '--no-require-git',
    ...rulesAbove.map((file) => `--ignore-file=./${file}`),
    `--max-filesize=${maxFileBytes}`,
    `--encoding=${decodes ? 'utf-8' : 'auto'}`,
    `--regexp=${rust}`,
    '--',
    path === '' ? './' : `./${path}/`,
  ]
}
