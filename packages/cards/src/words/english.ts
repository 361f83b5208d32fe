import { count, counted } from '../text/count.ts'
import type { BodyWords, CardWords, Countable, FaceWords, HeaderWords, SaidWords } from './card-words.ts'

function amountOf(amount: number, what: Countable): string {
  return counted(amount, what, pluralOf(what))
}

function pluralOf(what: Countable): string {
  return what === 'match' ? 'matches' : `${what}s`
}

const header: HeaderWords = {
  states: {
    queued: 'queued',
    running: 'running',
    waiting: 'waiting for you',
    done: 'done',
    failed: 'failed',
    denied: 'denied',
    cancelled: 'cancelled',
  },
  deciders: {
    you: 'you',
    'nobody to ask': 'nobody to ask',
    workspace: 'workspace',
    guard: 'guard',
    policy: 'policy',
  },
  permissions: {
    auto: 'auto',
    rule: 'rule',
    'you once': 'you once',
    'you session': 'you session',
    'you always': 'you always',
  },
  tally: (total, states) => {
    const parts = states.map(([status, number]) => `${count(number)} ${status}`)
    return `${counted(total, 'call')} (${parts.join(', ')})`
  },
  outcomeUnknown: 'outcome unknown',
  byRule: (rule) => `by rule ${rule}`,
  by: (decider, message) => (message === undefined ? `by ${decider}` : `by ${decider}: "${message}"`),
  progress: (done, total) => `${done} of ${total}`,
  size: (of, lines, characters) => `${of}: ${counted(lines, 'line')}, ${counted(characters, 'character')}`,
}

const body: BodyWords = {
  output: 'output:',
  console: 'console',
  result: 'result',
  asksBecause: (reason) => `asks because: ${reason}`,
  cancelledBefore: 'cancelled before it ran',
  cancelledWhile: 'cancelled while it ran',
  hidden: (what) => `${what} hidden`,
  chars: (amount) => counted(amount, 'char'),
  agent: 'agent',
  agentEnds: {
    done: 'done',
    concluded: 'concluded',
    interrupted: 'interrupted',
    limit: 'limit',
    denied: 'denied',
    failed: 'failed',
  },
  agentBrokeOff: 'broke off',
  messagesOf: (messages, agents) => `${counted(messages, 'message')} of ${counted(agents, 'agent')}`,
  noPicture: (type) => `(a picture that cannot be shown: ${type})`,
}

const face: FaceWords = {
  resumed: (from, recorded, unknown) => {
    const how = from === 'image' ? 'from its snapshot' : 'from its first line'
    const facts = [
      ...(recorded === 0 ? [] : [`${counted(recorded, 'outcome')} recorded before`]),
      ...(unknown === 0 ? [] : [`${counted(unknown, 'outcome')} unknown`]),
    ]
    return [`went on ${how} after its process ended`, ...facts].join('; ')
  },
  content: { image: 'image', audio: 'audio', link: 'link', resource: 'resource' },
  emptyFile: 'empty',
  nothingChanged: 'nothing changed',
  newFile: '(new file)',
  noLineBreak: 'no line break at the end of the file',
  noneOf: (what) => `no ${pluralOf(what)}`,
  someOf: (listed, total, what) => `${count(listed)} of ${amountOf(total, what)}`,
  inFiles: (amount, files) => `${amount} in ${counted(files, 'file')}`,
  moreFiles: (files, matches) => `${counted(files, 'more file')} with ${amountOf(matches, 'match')}`,
  aroundMatches: (lines) => `${counted(lines, 'line')} around matches`,
  both: (one, other) => `${one} and ${other}`,
  notListed: (missing, what) =>
    `the search itself left out ${amountOf(missing, what)}: a narrower one shows them`,
  inFolder: (name) => `in ${name}`,
  timedOut: 'timed out',
  exit: (code) => `exit ${code}`,
  signal: (name) => `signal ${name}`,
  job: (id) => `job ${id}`,
  omitted: (lines, size, folded) => {
    const start = folded === undefined ? '' : `${folded} and `
    return `${start}${counted(lines, 'line')} (${size}) of the output left out`
  },
  allOfItIsIn: '; all of it is in',
  noLines: 'empty',
  noLinesFrom: (first, total) => `no lines from ${count(first)} on, of ${count(total)}`,
  lines: (first, last, total) => {
    const lines = first === last ? `line ${count(first)}` : `lines ${count(first)}-${count(last)}`
    return `${lines} of ${count(total)}`
  },
  noLink: '(a link that is not http or https was left out)',
  foundMore: 'the search itself found more than it lists',
  untitled: 'untitled',
  status: (code) => `status ${code}`,
  redirectedTo: 'redirected to',
  pageCut: 'the page was longer than what was kept of it',
}

const said: SaidWords = {
  speakers: { you: 'you', model: 'model', plugin: 'plugin', task: 'task', note: 'note', turn: 'turn' },
  addedBy: 'added by',
  whileItRan: 'while it ran:',
  reasoning: 'reasoning:',
  answer: 'answer:',
  reasoningOf: (lines) => `reasoning: ${counted(lines, 'line')}`,
  linesOfReasoning: (lines) => `${counted(lines, 'line')} of reasoning`,
  cut: '(the answer broke off here; the model is not told of it)',
  finishes: {
    interrupted: '(interrupted)',
    length: '(the model reached the limit of its output)',
    'content-filter': '(the provider filtered the answer)',
    error: '(the answer ended with an error)',
    other: '(the answer ended for a reason that the provider does not name)',
  },
  retry: (wait, attempt) => `the request failed and is made again in ${wait} (attempt ${attempt})`,
  pruned: (results, size) =>
    `from here on the model reads ${counted(results, 'old result')} (${size}) as short texts; decided by`,
  summarised: (event) =>
    `from here on the model reads a summary of everything before event ${event}; written by`,
  resumed: 'the session was resumed',
  underWay: (calls) => `${counted(calls, 'call')} had been under way; what came of it is unknown`,
  torn: (bytes) => `${counted(bytes, 'byte')} at the end of the log made no whole event and are kept in`,
  unreadable: (event) => `event ${event} cannot be read; its type is`,
  turnEnds: {
    interrupted: 'turn interrupted',
    limit: 'turn limit',
    denied: 'turn denied',
    failed: 'turn failed',
  },
}

/** The layout's words in English, which every drawing has unless it is given others. */
export const english: CardWords = {
  language: 'en',
  counted: amountOf,
  header,
  body,
  face,
  said,
  footer: {
    noCalls: 'no calls',
    calls: (total, ends) => {
      const parts = ends.map(([end, number]) => `${count(number)} ${end === 'done' ? 'ok' : end}`)
      return `${counted(total, 'call')}: ${parts.join(', ')}`
    },
    time: (all, tools) => (tools === undefined ? all : `${all} (tools ${tools})`),
    tokens: (input, cached, output) =>
      `tokens ${input} in${cached === undefined ? '' : ` (${cached} cached)`} ${output} out`,
    cost: (amount) => `cost ${amount}`,
    noCost: { scripted: 'cost n/a (scripted)', 'no price': 'cost n/a (no price known)' },
    session: (id) => `session ${id}`,
  },
  session: {
    facts: {
      session: 'session',
      began: 'began',
      folder: 'folder',
      actsFor: 'acts for',
      model: 'model',
      continues: 'continues',
    },
    continues: (session, event) => `${session}, after event ${event}`,
    untitled: (id) => `Session ${id}`,
  },
}
