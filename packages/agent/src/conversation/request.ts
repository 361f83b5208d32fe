import type { ContentBlock, Message, ModelSettings, UserMessage } from '@millrace/protocol'
import type { ModelRequest } from '../contract/model.ts'
import type { Conversation, Entry, Messages } from './conversation.ts'

/** The request that a conversation comes to. The same conversation and settings give an equal request. */
export function requestOf(conversation: Conversation, settings: ModelSettings): ModelRequest {
  const { system, tools } = conversation
  return { system, tools, messages: messagesOf(conversation), settings }
}

function messagesOf({ summary, entries }: Conversation): Messages {
  const messages = entries.flatMap(messageOf)
  return summary === undefined ? messages : [summaryMessage(summary), ...messages]
}

function summaryMessage(summary: string): UserMessage {
  const content = `A summary of the conversation so far, in place of its words:\n\n${summary}`
  return { role: 'user', content }
}

function messageOf(entry: Entry): Message[] {
  switch (entry.kind) {
    case 'user': {
      const { role, content, source } = entry.message
      return [{ role, content, ...(source !== undefined && { source }) }]
    }
    case 'assistant': {
      const { content, toolCalls = [] } = entry.message
      // Providers refuse a message without words and calls, such as that of an answer that was interrupted at once.
      return content.length === 0 && toolCalls.length === 0 ? [] : [entry.message]
    }
    case 'result': {
      const { callId, content, isError, pruned } = entry
      const carried: ContentBlock[] = pruned === undefined ? [...content] : [{ type: 'text', text: pruned }]
      return [{ role: 'tool', callId, content: carried, isError }]
    }
  }
}
