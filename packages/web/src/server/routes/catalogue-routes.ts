import type { MakeCall, ReplayRules, RunProgram, SetMode, TestRules } from '../../wire/catalogue.ts'
import type { PermissionModeName } from '../../wire/sessions.ts'
import { list, oneOf, optional, record, text, words } from '../http/shape.ts'
import type { ApiRoute } from './route.ts'
import { started } from './session-routes.ts'

const mode = oneOf<PermissionModeName>('default', 'accept-edits', 'plan', 'bypass')
const ruleList = list(words, 10_000)

const call = record<MakeCall>({ tool: words, arguments: text })
const program = record<RunProgram>({ code: words })
const tested = record<TestRules>({ call: words })
const otherRules = record<ReplayRules>({
  rules: record<ReplayRules['rules']>({ allow: ruleList, ask: ruleList, deny: ruleList }),
  mode,
  sessions: optional(list(words)),
})

/** What the server works with: tools, servers, rules, and the mode. */
export const catalogueRoutes: readonly ApiRoute[] = [
  { name: 'about', method: 'GET', path: '/api/about', answer: ({ host }) => host.about() },
  {
    name: 'set mode',
    method: 'POST',
    path: '/api/mode',
    answer: async ({ host, body }) => host.catalogue.setMode((await body(record<SetMode>({ mode }))).mode),
  },
  { name: 'tools', method: 'GET', path: '/api/tools', answer: ({ host }) => host.catalogue.tools() },
  {
    name: 'make call',
    method: 'POST',
    path: '/api/calls',
    answer: async ({ host, body }) => {
      const { tool, arguments: argumentsText } = await body(call)
      return started(await host.catalogue.call(tool, argumentsText))
    },
  },
  {
    name: 'run program',
    method: 'POST',
    path: '/api/programs',
    answer: async ({ host, body }) => started(await host.catalogue.program((await body(program)).code)),
  },
  { name: 'sdk', method: 'GET', path: '/api/sdk', answer: ({ host }) => host.catalogue.sdk() },
  { name: 'servers', method: 'GET', path: '/api/servers', answer: ({ host }) => host.catalogue.servers() },
  {
    name: 'restart server',
    method: 'POST',
    path: '/api/servers/:name/restart',
    answer: async ({ host, param, body }) => {
      await body(record<object>({}))
      await host.catalogue.restartServer(param('name'))
    },
  },
  { name: 'rules', method: 'GET', path: '/api/rules', answer: ({ host }) => host.catalogue.rules() },
  {
    name: 'revoke grant',
    method: 'POST',
    path: '/api/rules/grants/:id/revoke',
    answer: async ({ host, param, body }) => {
      await body(record<object>({}))
      await host.catalogue.revokeGrant(param('id'))
    },
  },
  {
    name: 'test rules',
    method: 'POST',
    path: '/api/rules/test',
    answer: async ({ host, body }) => host.catalogue.testRules((await body(tested)).call),
  },
  {
    name: 'replay rules',
    method: 'POST',
    path: '/api/rules/replay',
    answer: async ({ host, body }) => host.catalogue.replayRules(await body(otherRules)),
  },
]
