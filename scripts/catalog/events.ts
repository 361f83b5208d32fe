import { commentFlaws } from './comment-flaws.ts'
import { contextMembersOf, eventNames, type ContextMember } from './context-members.ts'
import { declarationText } from './declaration-text.ts'
import { dispatchesOf, modes, type Dispatch, type Mode } from './dispatches.ts'
import { proseOf } from './doc-comment.ts'
import { entryText } from './entry.ts'
import { grouped } from './grouped.ts'
import { placeOf, sourcesOf, type Sources } from './program.ts'
import type { Flaw, Written } from './section.ts'

/** The events that the packages declare, and whether they are dispatched as they say. */
export function events(root: string): Written {
  const sources = sourcesOf(root)
  const declared = contextMembersOf(sources, 'Events')
  const { found, flaws } = dispatchesOf(sources)
  return {
    sections: grouped(declared, ({ packageId }) => packageId).map(([id, members]) => ({
      page: `packages/${id}.md`,
      name: 'events',
      text: members
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map((event) => eventText(sources, event))
        .join('\n\n'),
    })),
    flaws: [
      ...flaws,
      ...declared.flatMap((event) => flawsOf(sources, event, found)),
      ...strangers(sources, found),
    ],
  }
}

/** The dispatch mode that an event declares with `@mode`; none where it declares none, or what is not one. */
export function modeOf({ doc }: ContextMember): Mode | undefined {
  const declared = doc.tags.find(({ name }) => name === 'mode')?.text
  return modes.find((mode) => mode === declared)
}

function eventText(sources: Sources, event: ContextMember): string {
  const { name, declaration, doc } = event
  const entry = entryText(sources, {
    facts: `Mode: ${modeOf(event) ?? 'unknown'}`,
    prose: proseOf(doc),
    declaration: declarationText(sources.checker, declaration),
    nodes: [declaration],
  })
  return `### \`${name}\`\n\n${entry}`
}

function flawsOf(sources: Sources, event: ContextMember, dispatches: readonly Dispatch[]): Flaw[] {
  const { root } = sources
  const where = placeOf(root, event.declaration)
  const mine = dispatches.filter((dispatch) => dispatch.event === event.name)
  const mode = modeOf(event)
  return [
    ...commentFlaws(sources, `the event ${event.name}`, event.symbol),
    ...(mode === undefined
      ? [
          {
            where,
            what: `the event ${event.name} declares no dispatch mode: add @mode with one of ${modes.join(', ')}`,
          },
        ]
      : mine
          .filter((dispatch) => dispatch.mode !== mode)
          .map((dispatch) => ({
            where: placeOf(root, dispatch.node),
            what: `dispatches ${event.name} by ${dispatch.mode}, but ${where} declares @mode ${mode}: correct one of them`,
          }))),
    ...(mine.some(({ reachesListeners }) => reachesListeners)
      ? []
      : [{ where, what: `the event ${event.name} is dispatched by nothing: dispatch it or remove it` }]),
  ]
}

/** Dispatches of what nobody declares. */
function strangers(sources: Sources, dispatches: readonly Dispatch[]): Flaw[] {
  const names = eventNames(sources)
  return dispatches
    .filter(({ event }) => !names.has(event))
    .map(({ event, node }) => ({
      where: placeOf(sources.root, node),
      what: `dispatches ${event}, which no package declares: add it to the Events of Cordis with its @mode`,
    }))
}
