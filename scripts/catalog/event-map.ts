import ts from 'typescript-6'
import { callSitesOf } from './call-sites.ts'
import { contextMembersOf } from './context-members.ts'
import { dispatchesOf } from './dispatches.ts'
import { modeOf } from './events.ts'
import { grouped } from './grouped.ts'
import { addressOf, pathOf, placeOf, sourcesOf, type Sources } from './program.ts'
import type { Flaw, Written } from './section.ts'
import { sessionEvents, type LoggedEvent } from './session-events.ts'
import { code, prose, table } from './table.ts'

const page = 'reference/events.md'

/** Who dispatches and who hears each event of Cordis, and who appends and reads each event of a session log. */
export function eventMap(root: string): Written {
  const sources = sourcesOf(root)
  const logged = sessionEvents(sources)
  return {
    sections: [
      { page, name: 'dispatched', text: dispatchTable(sources) },
      { page, name: 'logged', text: logTable(root, logged) },
    ],
    flaws: logged.flatMap((event) => flawsOf(root, event)),
  }
}

function dispatchTable(sources: Sources): string {
  const { root } = sources
  const { found } = dispatchesOf(sources)
  const heard = listenersOf(sources)
  const rows = contextMembersOf(sources, 'Events')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((event) => [
      `[${code(event.name)}](${addressOf(root, event.declaration)})`,
      modeOf(event) ?? '',
      places(
        root,
        found.filter((each) => each.event === event.name && each.reachesListeners).map(({ node }) => node),
      ),
      places(
        root,
        heard.filter(({ text }) => text === event.name),
      ),
    ])
  return table(['event', 'mode', 'dispatched in', 'heard in'], rows)
}

/** What the calls of `on` and `once` are given that names an event. */
function listenersOf(sources: Sources): readonly ts.StringLiteralLike[] {
  const calls = callSitesOf(sources)
  return ['on', 'once']
    .flatMap((name) => calls.named(name))
    .flatMap(({ arguments: [name] }) => (name !== undefined && ts.isStringLiteralLike(name) ? [name] : []))
}

function logTable(root: string, events: readonly LoggedEvent[]): string {
  const rows = events
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, meaning, declaration, writers, readers }) => [
      `[${code(name)}](${addressOf(root, declaration)})`,
      prose(meaning),
      places(root, writers),
      places(root, readers),
    ])
  return table(['event', 'meaning', 'appended in', 'read in'], rows)
}

/** Links to the first place in each file, by package. */
function places(root: string, nodes: readonly ts.Node[]): string {
  const byFile = new Map(nodes.toReversed().map((node) => [pathOf(root, node.getSourceFile()), node]))
  const links = [...byFile]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, node]) => {
      const [, id = '', , ...rest] = path.split('/')
      return { id, link: `[${rest.join('/')}](${addressOf(root, node)})` }
    })
  return grouped(links, ({ id }) => id)
    .map(([id, those]) => `**${id}** ${those.map(({ link }) => link).join(', ')}`)
    .join('; ')
}

function flawsOf(root: string, { name, meaning, declaration, writers }: LoggedEvent): Flaw[] {
  const where = placeOf(root, declaration)
  return [
    ...(meaning === ''
      ? [{ where, what: `has no doc comment on the event ${name}: say when it is appended` }]
      : []),
    ...(writers.length === 0 ? [{ where, what: `declares the event ${name}, which nothing appends` }] : []),
  ]
}
