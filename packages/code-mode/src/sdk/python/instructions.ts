/** What a model has to know to write a Python program, besides the declarations. */
export const pythonInstructions = `## Writing programs for run_code

\`run_code\` takes two required arguments: \`code\`, the body of an async Python function (top-level \`await\` and \`return\` both work), and \`description\`, what the program does in a few words. At run time exactly two of the names declared below are bound: \`tools\` and \`ToolCallError\`. All else is a stub that says types. The \`TypedDict\` classes do not exist in the program, so build arguments as plain \`dict\` and \`list\` values: \`await tools.name({"field": 1})\`, never \`FooArgs(field=1)\`, which raises \`NameError\`. Inside the program:

- Call tools as \`await tools.name(args)\`, and by subscript where the name is exotic, reserved, or begins with an underscore: \`await tools["my-tool"](args)\`. A call takes one \`dict\` and gives the value that is declared below. Arguments must be lossless JSON.
- A call that fails raises \`ToolCallError\`: \`toolName\` says which tool, \`code\` what kind of failure, its text what happened. Catch it with \`try/except\` to go on; uncaught, it ends the program.
- Independent calls that only read MAY overlap under \`asyncio.gather\`; calls that change something run alone, in the order in which they were made. Await every call: the value and the failure of one that is not awaited are lost.
- Emit results with \`print(...)\` and a top-level \`return <value>\`. ONLY what you return or print comes back to you, so pick out what you need.
- Pictures in values are handles such as \`{"$image": "img_1", …}\`; \`await tools["$show"](handle)\` attaches the picture for you to see.
- \`await tools["$search"]("words")\` finds tools by what they do, \`await tools["$describe"]("name")\` gives the declaration of one; searching, describing and calling can be one program.
- There is no network, and there are no files and no processes, but through the tools.

The available tools:
`
