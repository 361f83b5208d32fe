import type { SdkLanguage } from '../sdk/language.ts'

/** How programs find and call tools of which a prompt says only that they are there. */
export function briefInstructions(language: SdkLanguage, count: number): string {
  return (language === 'python' ? python : typescript).replace('COUNT', count.toLocaleString('en-US'))
}

const typescript = `## Tools of programs

Your \`run_code\` programs can call COUNT tools as \`await tools.name(args)\`, with one object of arguments that is lossless JSON. Look up the ones you need in the program itself:

- \`await tools.$search("what you want to do")\` or \`$search({ query, namespace, limit })\` gives \`{ tools: { name, line }[], total, truncated }\`, the best first; an empty query with a namespace lists it.
- \`await tools.$describe(name)\`, or of an array of names, gives signatures as text; \`$describe({ names, full: true })\` gives all that is known.

Search, describe and call may be one program, where you know what the arguments are; else return the signatures and call in the next one. A failed call rejects with \`ToolCallError\` (\`toolName\`, \`code\`, \`message\`). Calls without effects MAY overlap under \`Promise.all\`. There are \`console\`, \`sleep(ms)\` and \`show(image)\`; nothing can be imported, and there are no files and no network. Names that are no identifiers: \`tools["a-b"](args)\`.

What there is:`

const python = `## Tools of programs

Your \`run_code\` programs can call COUNT tools as \`await tools.name(args)\`, with one dictionary of arguments that is lossless JSON. Look up the ones you need in the program itself:

- \`await tools["$search"]("what you want to do")\` or \`tools["$search"]({"query": ..., "namespace": ..., "limit": ...})\` gives \`{"tools": [{"name", "line"}], "total", "truncated"}\`, the best first; an empty query with a namespace lists it.
- \`await tools["$describe"](name)\`, or of a list of names, gives signatures as text; \`tools["$describe"]({"names": [...], "full": True})\` gives all that is known.

Search, describe and call may be one program, where you know what the arguments are; else return the signatures and call in the next one. A failed call raises \`ToolCallError\` with \`toolName\`. Calls without effects MAY overlap under \`asyncio.gather\`. Nothing can be imported from the host, and there are no files and no network. Names that are no identifiers: \`tools["a-b"](args)\`.

What there is:`
