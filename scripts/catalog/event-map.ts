import ts from 'typescript-6'
import { contextMembersOf } from './context-members.ts'
import { dispatchesOf } from './dispatches.ts'
import { modeOf } from './events.ts'
import { pathOf, placeOf, sourcesOf, type Sources } from './program.ts'
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
  const heard = listeners(sources)
  const rows = contextMembersOf(sources, 'Events')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((event) => [
      `[${code(event.name)}](${addressOf(root, event.declaration)})`,
      modeOf(event) ?? '',
      places(
        root,
        found.filter((each) => each.event === event.name && each.reachesListeners).map(({ node }) => node),
      ),
      places(root, heard.get(event.name) ?? []),
    ])
  return table(['event', 'mode', 'dispatched in', 'heard in'], rows)
}

/** The calls of `on` and `once`, by the event that they name. */
function listeners({ files }: Sources): ReadonlyMap<string, readonly ts.Node[]> {
  const found = new Map<string, ts.Node[]>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [name] = node.arguments
      const isListening = ['on', 'once'].includes(node.expression.name.text)
      if (isListening && name !== undefined && ts.isStringLiteralLike(name)) {
        found.set(name.text, [...(found.get(name.text) ?? []), name])
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  return found
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
  const byPackage = new Map<string, string[]>()
  for (const [path, node] of [...byFile].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [, id = '', , ...rest] = path.split('/')
    byPackage.set(id, [...(byPackage.get(id) ?? []), `[${rest.join('/')}](${addressOf(root, node)})`])
  }
  return [...byPackage].map(([id, links]) => `**${id}** ${links.join(', ')}`).join('; ')
}

function addressOf(root: string, node: ts.Node): string {
  return `../../../${placeOf(root, node).replace(/:(\d+)$/, '#L$1')}`
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
