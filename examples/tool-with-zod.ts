// A tool whose schemas are those of zod: the model sees their JSON Schema, and the body gets what they parse.
import { createTools, defineTool } from '@millrace/tools'
import { z } from 'zod'

// #region core
const Room = z.object({ name: z.string(), seats: z.int() })

const findRooms = defineTool({
  name: 'find_rooms',
  description: 'Finds meeting rooms that are free on a day, the smallest first.',
  parameters: z.object({
    day: z.iso.date().describe('Such as 2026-05-01.'),
    seats: z.int().min(1).default(2),
  }),
  output: {
    schema: z.array(Room),
    render: (_args, rooms) => [{ type: 'text', text: rooms.map(({ name }) => name).join('\n') }],
  },
  effects: 'none',
  execute: async ({ day, seats }) =>
    rooms
      .filter((room) => room.seats >= seats && !room.taken.includes(day))
      .map(({ name, seats: all }) => ({ name, seats: all })),
})
// #endregion core

const rooms = [
  { name: 'Cellar', seats: 4, taken: ['2026-05-01'] },
  { name: 'Attic', seats: 6, taken: [] },
  { name: 'Hall', seats: 80, taken: [] },
]

const tools = createTools({ tools: [findRooms] })
const { signal } = new AbortController()
for (const args of [{ day: '2026-05-01' }, { day: 'tomorrow', seats: 0 }]) {
  const result = await tools.execute({ callId: '1', name: 'find_rooms', arguments: args, signal })
  console.log(result.isError ? result.error.message : result.value)
}
