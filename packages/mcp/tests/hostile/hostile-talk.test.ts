import { expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { answersTo, lies, type Lie } from './lies.ts'
import type { Visit } from './hostile-bench.ts'

const right: Lie = { echo: 'right' }
/** What is dropped beyond a bound is not answered, which may hold the server up. */
const brief = { idleTimeoutMs: 2000, startTimeoutMs: 60_000 }

lies(
  'notifications',
  {
    'flood of changes': right,
    'changes in the course of a call': { echo: 'right' },
    'its own removal in the course of a call': { echo: 'right' },
    'flood of progress of nobody': right,
    'flood of progress': right,
    'progress that goes back': right,
    'progress beyond its end': right,
    'progress that is no number': right,
    'progress beyond numbers': right,
    'progress with a message that is none': right,
    'progress with orders to the terminal': right,
    'progress under other tokens': right,
    'progress after the result': right,
    'progress without anything': right,
    'progress of a list': right,
    'cancels our call': right,
    'cancels our opening': right,
    'cancels what is not': right,
    'cancels nothing': right,
    'cancels an object': right,
    'of methods that are not': right,
    'of methods that are no text': right,
    'of parameters that are none': right,
    'flood of its log': {
      echo: 'right',
      also: (visit, bench) => expect(bench.log.get(visit.name) ?? 0).toBeLessThan(4 * 1024 * 1024),
    },
    'log that draws': right,
    'log of no level': right,
    'that it is ready': right,
    'of resources': right,
    'of tasks and answers': right,
    'changes though it said there were none': right,
  },
  (title, body) => verifies(['security:M4', 'security:M5'], title, body),
)

/** All that it asked was refused. */
function refused(visit: Visit): void {
  const answers = answersTo(visit)
  expect(answers.size).toBeGreaterThan(0)
  for (const { result, error } of answers.values()) {
    expect(result).toBeUndefined()
    expect(error?.code).toBeLessThan(0)
  }
}

const isRefused: Lie = { echo: 'right', also: refused }

lies(
  'requests',
  {
    sampling: isRefused,
    'sampling with tools': isRefused,
    'sampling without anything': isRefused,
    form: isRefused,
    'form that is none': isRefused,
    'form of a tree': isRefused,
    'address of a page': isRefused,
    'address of a file': isRefused,
    'address of a script': isRefused,
    'two hundred forms': { settings: brief, echo: /^right$|^!MCP_TIMEOUT$/, also: refused },
    folders: isRefused,
    'a file of the person': isRefused,
    'the list of tools': isRefused,
    'a call of a tool': isRefused,
    'a prompt': isRefused,
    completion: isRefused,
    'another opening': isRefused,
    discovery: isRefused,
    tasks: isRefused,
    'methods that are not': isRefused,
    'two thousand signs of life': { settings: brief, echo: /^right$|^!MCP_TIMEOUT$/ },
    'names of a prototype': right,
  },
  (title, body) => verifies(['security:M5'], title, body),
)

const kept: Lie = { echo: /kept/ }
const serverError: Lie = { settings: brief, echo: /^!MCP_(SERVER_ERROR|MALFORMED|TIMEOUT)$/ }
const malformed: Lie = { settings: brief, echo: /^!MCP_(MALFORMED|TIMEOUT)$/ }
const neverReady: Lie = { fails: 'MCP_CONNECT_FAILED' }

lies(
  'errors',
  {
    'error that is text': serverError,
    'error that is null': serverError,
    'error that is a number': serverError,
    'error that is a list': serverError,
    'error that is empty': serverError,
    'code that is text': serverError,
    'code that is a fraction': serverError,
    'message that is missing': serverError,
    'message that is an object': serverError,
    'message that draws': { echo: '!MCP_SERVER_ERROR' },
    'wants an address opened': { echo: /^!MCP_/ },
    'wants an address opened, wrongly': { echo: /^!MCP_/ },
    'result that is null': malformed,
    'result that is text': malformed,
    'result that is a list': malformed,
    'result of long ago': { echo: '' },
    'result that is empty': { echo: '' },
    'content that is null': { echo: /./ },
    'content that is text': { echo: /./ },
    'content that is an object': { echo: /./ },
    'blocks that are none': kept,
    'block without a type': kept,
    'block of an unknown type': kept,
    'text that is a number': kept,
    'picture that is none': kept,
    'picture that is a page': kept,
    'picture of vast extent': kept,
    'link to a file': kept,
    'link to a script': kept,
    'resource without content': kept,
    'failure without words': { echo: '!MCP_TOOL_ERROR' },
    'failure that is text': { echo: /kept|^!MCP_/ },
    'structure that is null': { echo: 'null' },
    'kind of result that is none': { echo: /./ },
    'task that nobody asked for': { settings: brief, echo: /^!MCP_/ },
    'input that is required': { settings: brief, echo: /^!MCP_/ },
    'notes that are none': kept,
    'opening of no version': neverReady,
    'opening of a version to come': neverReady,
    'opening of a version that is a number': neverReady,
    'opening without capabilities': neverReady,
    'opening without a name': neverReady,
    'opening that is null': neverReady,
    'opening by an error': neverReady,
    'list that is missing': { fails: 'MCP_MALFORMED' },
    'list that is null': { fails: 'MCP_MALFORMED' },
    'list that is an object': { fails: 'MCP_MALFORMED' },
    'list of what is none': { problem: /./ },
    'list by an error': { fails: 'MCP_SERVER_ERROR' },
    'next page that is a number': { tools: [] },
    'discovery that is none': { tools: /./ },
    'discovery of versions to come': { tools: /./ },
  },
  (title, body) => verifies(['security:M4', 'fault:B081'], title, body),
)
