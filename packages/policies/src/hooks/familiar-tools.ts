import { resolve } from 'node:path'
import type { JsonObject, JsonValue } from '@millrace/protocol'

/** How hooks written for Claude Code know a tool. */
interface Familiar {
  readonly name: string
  /** Further names under which a matcher may mean it. */
  readonly also?: (args: JsonObject) => readonly string[]
  /** The fields that such hooks read; ours stay beside them. */
  readonly input?: (args: JsonObject, root: string) => Readonly<Record<string, JsonValue | undefined>>
  readonly response?: (value: JsonObject, args: JsonObject, root: string) => JsonObject
}

const path: NonNullable<Familiar['input']> = ({ path: given }, root) => ({ file_path: absolute(given, root) })
const changed: NonNullable<Familiar['response']> = (_value, { path: given }, root) => ({
  filePath: absolute(given, root) ?? null,
  success: true,
})

const familiar: Readonly<Record<string, Familiar>> = {
  bash: {
    name: 'Bash',
    input: ({ timeoutMs, background }) => ({ timeout: timeoutMs, run_in_background: background }),
    response: ({ output = '', timedOut = false }) => ({ stdout: output, stderr: '', interrupted: timedOut }),
  },
  read: { name: 'Read', input: path },
  write: { name: 'Write', input: path, response: changed },
  edit: {
    name: 'Edit',
    also: (args) => (editsOf(args).length > 1 ? ['MultiEdit'] : []),
    input: (args, root) => ({ ...path(args, root), ...editFields(args) }),
    response: changed,
  },
  glob: { name: 'Glob', input: ({ path: given }, root) => ({ path: absolute(given, root) }) },
  grep: {
    name: 'Grep',
    input: ({ path: given, include, ignoreCase }, root) => ({
      path: absolute(given, root),
      glob: include,
      '-i': ignoreCase,
    }),
  },
  web_fetch: { name: 'WebFetch' },
  web_search: { name: 'WebSearch' },
  todo_write: { name: 'TodoWrite' },
  job_output: { name: 'BashOutput', input: ({ job }) => ({ bash_id: job }) },
  job_stop: { name: 'KillShell', input: ({ job }) => ({ shell_id: job }) },
  ask_user: { name: 'AskUserQuestion' },
}

/** The name that a hook is told. */
export function familiarName(name: string): string {
  return familiarOf(name)?.name ?? name
}

/** All names under which a matcher may mean a call: that of Claude Code, ours, and ours in its way of writing. */
export function namesOf(name: string, args: JsonValue): string[] {
  const known = familiarOf(name)
  const also = known?.also?.(recordOf(args)) ?? []
  return [...new Set([familiarName(name), ...also, pascal(name), name])]
}

/** The arguments with the fields that hooks know. */
export function familiarInput(name: string, args: JsonValue, root: string): JsonValue {
  if (!isObject(args)) return args
  return { ...args, ...defined(familiarOf(name)?.input?.(args, root) ?? {}) }
}

/** The canonical value with the fields that hooks know. */
export function familiarResponse(name: string, value: JsonValue, args: JsonValue, root: string): JsonValue {
  if (!isObject(value)) return value
  return { ...value, ...familiarOf(name)?.response?.(value, recordOf(args), root) }
}

function familiarOf(name: string): Familiar | undefined {
  return Object.hasOwn(familiar, name) ? familiar[name] : undefined
}

interface Edit {
  readonly old_string: string
  readonly new_string: string
  readonly replace_all: boolean
}

/** One edit as it stands; of several, all texts, so that a hook that looks at the new text sees all of it. */
function editFields(args: JsonObject): Readonly<Record<string, JsonValue>> {
  const edits = editsOf(args)
  return {
    old_string: edits.map((each) => each.old_string).join('\n'),
    new_string: edits.map((each) => each.new_string).join('\n'),
    replace_all: edits.some((each) => each.replace_all),
    edits: edits.map(({ old_string, new_string, replace_all }) => ({
      old_string,
      new_string,
      replace_all,
      oldText: old_string,
      newText: new_string,
      replaceAll: replace_all,
    })),
  }
}

function editsOf({ edits }: JsonObject): Edit[] {
  if (!Array.isArray(edits)) return []
  return edits.map((edit) => {
    const { oldText, newText, replaceAll } = recordOf(edit)
    return { old_string: textOf(oldText), new_string: textOf(newText), replace_all: replaceAll === true }
  })
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function absolute(given: JsonValue | undefined, root: string): string | undefined {
  return typeof given === 'string' ? resolve(root, given) : undefined
}

function pascal(name: string): string {
  return name.includes('__')
    ? name
    : name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function defined(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  )
}

function recordOf(value: JsonValue): JsonObject {
  return isObject(value) ? value : {}
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
