import { extname } from 'node:path'

const highlighted: Record<string, string> = {
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.js': 'js',
  '.mjs': 'js',
  '.json': 'json',
  '.md': 'md',
  '.css': 'css',
  '.html': 'html',
  '.yml': 'yaml',
}

/** The page that shows a file of the checkout. */
export function sourcePage(path: string, text: string): string {
  const fence = '`'.repeat(1 + Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length)))
  return `---
pageClass: source
sidebar: false
aside: false
prev: false
next: false
---

# \`${path}\`

${fence}${highlighted[extname(path)] ?? 'txt'}
${text.replace(/\n$/, '')}
${fence}
`
}
