/** The built-in tools in a few words each, for a table on a screen of 80 columns. */
export const summaries: ReadonlyMap<string, string> = new Map([
  ['read', 'show a file, or a part of it'],
  ['write', 'create a file, or replace it'],
  ['edit', 'replace exact text in a file'],
  ['glob', 'find files by their names'],
  ['grep', 'find text in files'],
  ['bash', 'run a command'],
  ['job_list', 'list the jobs in the background'],
  ['job_output', 'show the output of a job'],
  ['job_stop', 'end a job'],
  ['web_fetch', 'show a page of the web'],
  ['web_search', 'search the web'],
  ['todo_write', 'keep a list of tasks'],
  ['ask_user', 'ask the person at the terminal'],
])
