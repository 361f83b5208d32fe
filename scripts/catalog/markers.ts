import type { Flaw, Section } from './section.ts'

/** A page as it should be, and what kept a section out of it. */
export interface Filled {
  readonly text: string
  readonly flaws: readonly Flaw[]
}

/** Puts sections between their markers: `<!-- generated: services -->` and `<!-- /generated: services -->`. */
export function fill(file: string, text: string, sections: readonly Section[]): Filled {
  return sections.reduce<Filled>(
    (page, section) => {
      const between = markersOf(page.text, section.name)
      if (between === undefined) return { ...page, flaws: [...page.flaws, unmarked(file, section.name)] }
      const [start, end] = between
      return {
        ...page,
        text: `${page.text.slice(0, start)}\n\n${section.text}\n\n${page.text.slice(end)}`,
      }
    },
    { text, flaws: orphans(file, text, sections) },
  )
}

function markersOf(text: string, name: string): [start: number, end: number] | undefined {
  const opening = `<!-- generated: ${name} -->`
  const start = text.indexOf(opening)
  const end = text.indexOf(`<!-- /generated: ${name} -->`)
  return start < 0 || end < start ? undefined : [start + opening.length, end]
}

function unmarked(file: string, name: string): Flaw {
  const markers = `<!-- generated: ${name} --> and <!-- /generated: ${name} -->`
  return { where: file, what: `has no place for the section "${name}": add the lines ${markers}` }
}

/** Markers that nothing fills would keep an old text for ever. */
function orphans(file: string, text: string, sections: readonly Section[]): Flaw[] {
  const names = [...text.matchAll(/^<!-- generated: (\S+) -->$/gm)].map((match) => match[1] ?? '')
  return names
    .filter((name) => !sections.some((section) => section.name === name))
    .map((name) => ({
      where: file,
      what: `marks a section "${name}" that nothing writes: remove its markers`,
    }))
}
