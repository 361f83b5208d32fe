import type { Fence } from './fences.ts'

/** The file that a program is written to. */
export function fileOf({ page, line }: Fence): string {
  return `${page.replaceAll(/[^A-Za-z0-9]/g, '-')}-${line}.ts`
}

/** A program as a module that gives away what it declares at its top, in folders that are there. */
export function moduleOf({ code }: Fence, places: Readonly<Record<string, string>>): string {
  const placed = Object.entries(places).reduce((text, [shown, real]) => text.replaceAll(shown, real), code)
  return `${placed}\nexport { ${declared(code).join(', ')} }\n`
}

/** The names of values that are declared at the top and not given away already. */
function declared(code: string): string[] {
  return [...code.matchAll(/^(?:const|let) (?:\{([^}]*)\}|(\w+))|^(?:async )?function (\w+)|^class (\w+)/gm)]
    .flatMap(([, pattern, ...names]) => (pattern ?? names.join('')).split(','))
    .map((name) => name.replace(/^.*:/, '').trim())
    .filter((name) => name !== '')
}

/** What lines say of themselves: `console.log(x) // → this`. */
export function promised({ code }: Fence): string[] {
  return [...code.matchAll(/^\s*console\.log\(.*\) \/\/ → (.+)$/gm)].map(([, text = '']) => text)
}
