import { span, type Row } from '@millrace/cards'
import { askByKey, yesOrNo, type NoAnswer } from '../ask/ask-by-key.ts'
import type { Io } from '../io.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { remarkRows, tableRows } from '../table.ts'
import type { JudgedServer } from './find-servers.ts'
import { launchWords, type LaunchWords } from './launch.ts'

/** What somebody said to starting servers. */
export type ServersAnswer = 'yes' | 'no' | 'never' | NoAnswer

const answers = new Map<string, 'yes' | 'no' | 'never'>([...yesOrNo, ['x', 'never']])

/** All that a person has to know of a server who has to agree to it. */
export function wordsOf({ name, template, folder, facts, shadows }: JudgedServer): LaunchWords {
  const { heading, remarks } = launchWords(template, { folder, facts })
  if (shadows === undefined) return { heading, remarks }
  const instead = `takes the place of the ${name} of ${shadows}: rules about that count for this one`
  return { heading, remarks: [...remarks, instead] }
}

/** What would be started or reached, and for one that changed what is another now. */
export function launchRows(servers: readonly JudgedServer[], width: number): Row[] {
  return servers.flatMap((server) => {
    const { name, place, agreement } = server
    const { heading, remarks } = wordsOf(server)
    const changes = agreement.kind === 'changed' ? agreement.changes : []
    return [
      ...tableRows([[`  ${name}`, [heading, 'strong'], [place, 'quiet']]], width),
      ...remarks.flatMap((remark) => remarkRows(remark, '      ', width)),
      ...changes.flatMap((change) => remarkRows(`since you agreed, ${change}`, '      ', width)),
    ]
  })
}

/** Asks whoever sits at the terminal once about all servers of a folder that nobody agreed to. */
export async function askServers(
  servers: readonly JudgedServer[],
  { isShown = false, colour }: { readonly isShown?: boolean; readonly colour?: ColourChoice },
  io: Io,
): Promise<ServersAnswer> {
  const one = servers.length === 1
  // Of many, the first may have left the screen.
  const names = servers.map(({ name }) => name).join(', ')
  const show = (): void => {
    const { stderr } = io
    if (!isShown)
      writeRows(stderr, io, colour, [
        [
          span(
            `This folder brings ${one ? 'an MCP server' : 'MCP servers'} that would be started:`,
            'strong',
          ),
        ],
        ...launchRows(servers, columnsOf(stderr, io.env)),
      ])
    stderr.write(
      `Start ${one ? 'it' : `them (${names})`}?   [y] yes   [n] not now   [x] never   (Ctrl+C cancels)\n`,
    )
  }
  return askByKey(answers, show, io)
}
