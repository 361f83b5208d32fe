// A server of the Model Context Protocol that keeps notes for as long as it runs.
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const notes = ['water the plants']
const told = () => ({ content: [{ type: 'text', text: notes.join('\n') }] })

const server = new McpServer({ name: 'notes', version: '1.0.0' })
server.registerTool('list', { description: 'Lists all notes.' }, told)
server.registerTool(
  'add',
  { description: 'Adds a note.', inputSchema: z.object({ text: z.string() }) },
  ({ text }) => {
    notes.push(text)
    return told()
  },
)
server.registerTool('clear', { description: 'Removes all notes.' }, () => {
  notes.length = 0
  return told()
})
await server.connect(new StdioServerTransport())
