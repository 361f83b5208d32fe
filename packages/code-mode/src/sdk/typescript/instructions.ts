/** What a model has to know to write a TypeScript program, besides the declarations. */
export const typescriptInstructions = `## Writing programs for run_code

\`run_code\` takes two required arguments: \`code\`, the body of an async TypeScript function, and \`description\`, what the program does in a few words. Types are advice and are not checked when the program runs: erasable syntax only vanishes, while enums, namespaces and parameter properties work as usual. Inside the program:

- Call tools as \`await tools.name(args)\`, exotic names in quotes: \`await tools["my-tool"](args)\`. A call takes one object and resolves to the value that is declared below. Arguments must be lossless JSON: no \`undefined\`, \`NaN\`, functions or class instances.
- A call that fails rejects with \`ToolCallError\`: \`toolName\` says which tool, \`code\` what kind of failure, \`message\` what happened. Catch it to go on; uncaught, it ends the program.
- Independent calls that only read MAY overlap under \`Promise.all\`; calls that change something run alone, in the order in which they were made. A call that is not awaited is waited for when the program returns, but its value and its failure are lost: await every call.
- Emit results with \`return\` and \`console.log(...)\`. ONLY what you return or print comes back to you, so pick out what you need.
- Pictures in values are handles such as \`{ $image: "img_1", … }\`; \`await show(handle)\` attaches the picture for you to see.
- \`await tools.$search("words")\` finds tools by what they do, \`await tools.$describe("name")\` gives the declaration of one; searching, describing and calling can be one program.
- There are no imports, no network, no files and no process but through the tools. Besides JavaScript itself there are \`tools\`, \`console\`, \`sleep(ms)\`, \`setTimeout\`, \`structuredClone\`, \`crypto.randomUUID()\` and \`show\`.

The available tools:
`
