/** How the tool system behaves, rule by rule: O differs from earlier designs, the other letters name a topic. */
export const contract = {
  'contract:R1':
    'Whoever registers from a scoped context adds to that scope alone; from any other context, to everyone.',
  'contract:R2': 'A definition is checked for output, schema, timeout, name and duplicates, in this order.',
  'contract:R3': 'No plugin can register `run_code`, whatever the mode or the layer.',
  'contract:R4': 'A second tool of one name in one layer is refused, and the message points to the way out.',
  'contract:R5': 'A scope sees one tool per name, the nearest one, in whatever order they were registered.',
  'contract:R6':
    'Registering returns the effect disposer itself: it works once, and the end of the plugin calls it.',
  'contract:R7':
    'Every change of the tool set is announced to all; a listener that throws undoes the registration.',
  'contract:R8':
    'A definition that could break a later step is refused at once, with the field and how to mend it.',
  'contract:R10':
    'Effects, touched resources and secrets may be declared for policies and never reach the model.',
  'contract:R11': 'A foreign schema goes to the model untouched, and the validator that came with it judges.',
  'contract:R9': 'A callback that the author left out is an absent key of the built definition.',
  'contract:X1':
    'Only a scope can restrict, only by names that it inherits, and never to no effect or by `run_code`.',
  'contract:X2': 'A restriction keeps the names it was given, even if the caller changes the list later.',
  'contract:X3': 'A restriction hides what is inherited, never what the scope registered itself.',
  'contract:X4': 'Restrictions intersect, end one by one, and reach descendants but never ancestors.',
  'contract:X5':
    'An allow list keeps later tools out, a deny list lets them in, an empty one means what it says.',
  'contract:X6': 'To its caller a hidden tool looks exactly like one that does not exist.',
  'contract:X7':
    'A view lists global tools first, shadows in their place, own tools last and the transport at the end.',
  'contract:X8': 'Schemas are detached copies of three fields, at any depth, and no tool can spoil another.',
  'contract:M1': 'Native mode offers every visible tool, code mode `run_code` alone, both mode all of them.',
  'contract:M2': 'The order of tools may name what the mode can show and nothing else.',
  'contract:M3': 'Prompt sections about code appear only where the effective mode calls for them.',
  'contract:M4':
    'A prompt for code without a runtime, or for a language without a renderer, is a clear error.',
  'contract:M5': 'The wording of `run_code` follows the language of the mounted runtime.',
  'contract:M6': 'One presentation per scope, the nearest wins, its disposer restores, and native opts out.',
  'contract:M7': '`run_code` can be found only where the mode shows it.',
  'contract:M8': 'Expert prompt output and sections of a scope have the last word.',
  'contract:M9': 'When the registry ends, its tools, prompt sections and schemas end with it.',
  'contract:K1': 'Each field of the input is read once, the arguments last.',
  'contract:K2':
    'A call is its own root unless told otherwise, has a fresh token and no keys for absent fields.',
  'contract:K3':
    'Arguments become a frozen copy; what cannot be copied losslessly ends the call before any policy.',
  'contract:K4': 'One execution object passes every stage and is frozen just before the observers.',
  'contract:K5': 'Bad arguments outweigh an aborted signal, and an aborted signal outweighs every stage.',
  'contract:K6': 'In code mode a direct call of another visible tool is refused with the way to make it.',
  'contract:K7': 'A name that nobody sees still meets policy, fails at dispatch and passes review.',
  'contract:W1': 'Admission, approval, guards, dispatch, review, finishing and notice follow in this order.',
  'contract:W2': 'Listeners of a scope hear the calls of its agent and of agents below it, and no others.',
  'contract:W3': 'A denial is an error with the given reason that is reviewed and never dispatched.',
  'contract:W4':
    'A question runs the tool only when the approval service answers that this one call is allowed.',
  'contract:W4b': 'An answer may carry a message, and that of a rejection reaches the model.',
  'contract:W5': 'Guards run after admission from the outside in, and the first objection stands.',
  'contract:W6':
    'What a listener or guard throws is the end of that call, told in words whatever was thrown.',
  'contract:W7': 'A success that a wrapper made up is validated and rendered anew; its failure is kept.',
  'contract:W9': 'Contexts and the end of a turn count only from the attempt that was returned.',
  'contract:W8': 'Wrappers see failures of the body as results, and results as frozen.',
  'contract:Z1': 'An abort before the body and one after its start carry two different codes.',
  'contract:Z2': 'Cancellation is looked at again after every stage that may wait.',
  'contract:Z3': 'An abort replaces successes only, and keeps the contexts.',
  'contract:Z4': 'A question that was cancelled with its call is an abort before the body.',
  'contract:Z5':
    'The body hears the caller through any replaced signal, and nothing stays attached afterwards.',
  'contract:Z6': 'A body that has started is waited for.',
  'contract:Z7': 'A wrapper whose signal is aborted already keeps the body from starting.',
  'contract:V1':
    'The value of a body is copied, validated, frozen, rendered and only then described for display.',
  'contract:V2': 'A success has a value and no error, a failure an error and no value, absent parts no key.',
  'contract:V3': 'Caller and observers hold the same deeply frozen, lossless result.',
  'contract:D1': 'Review may replace the content or the value of a success, never both at once.',
  'contract:D2': 'A block turns its feedback into the error that the model reads.',
  'contract:D3': 'Contexts line up from tool, wrapper and decision; a block keeps only its own.',
  'contract:D4': 'A tool that is gone when its value is replaced is an unknown tool.',
  'contract:F1':
    'The last touch on content was chosen at the start, happens once for each outcome and changes no more.',
  'contract:F2': 'Contexts that a body defers survive everything but a block.',
  'contract:F3': 'Only a success can end the turn.',
  'contract:F5': 'Context functions work when taken off their object, and late use is reported.',
  'contract:F6': 'A trace tells what each stage decided and how long it took, and costs nothing unheard.',
  'contract:F4': 'Observers run one by one, and their failures are logged without any effect.',
  'contract:E1': 'Only an exact yes of the visible tool to valid arguments lets a call overlap.',
  'contract:L1': 'Plain JSON of any realm is lossless, shared references too.',
  'contract:L2': 'Whatever JSON would change, drop or fail on is refused.',
  'contract:L3': 'Getters are read once, their errors pass on, and odd keys survive.',
  'contract:L4': 'Depth is limited by memory, never by the call stack.',
  'contract:J1': 'Keywords outside the enforced subset are refused by path.',
  'contract:J2':
    'A schema node is a plain record with one type, a choice of branches, or no constraint at all.',
  'contract:J3': 'Each keyword stands only where it means something, with values of its type.',
  'contract:J4': 'A refused schema names all its faults in reading order.',
  'contract:J5': 'Where an object root is needed, a valid schema without one is refused for that.',
  'contract:J6': 'A refused value names the path and what was expected there, in fixed words and order.',
  'contract:J7': 'Undefined counts as missing, hostile getters as one fault, and defaults do nothing.',
  'contract:J8': 'Any plain record is an object, and extra keys are welcome unless the schema is closed.',
  'contract:A1': 'The author language knows nine kinds of nodes and four annotations.',
  'contract:A2': 'Parameters are an open object whose entries say themselves that they are required.',
  'contract:A3': 'An author mistake stops at the first fault, and what compiles is checked again.',
  'contract:A4': 'Checking arguments never throws on any input and reports every fault in one coded error.',
  'contract:A5':
    'A defined tool checks its arguments first, and its callbacks are safe to ask about bad ones.',
  'contract:A6': 'Literals, required keys and open objects are inferred exactly, down to sixteen levels.',
  'contract:A7': 'A content tool for tests returns its blocks as the value and shows them unchanged.',
  'contract:B0': 'A program gets whole values; only what models and logs see of a run is bounded.',
  'contract:B1':
    '`run_code` takes a program and a description that is not blank; without a runtime it fails in order.',
  'contract:B2': 'What a program printed and returned is shown in this order and in fixed forms.',
  'contract:B3':
    'A program can call exactly the tools that its agent sees, by their exact names, and not itself.',
  'contract:B4':
    'Arguments of a call are lossless, copied apart for the tool and the log, and numbered in order.',
  'contract:B5':
    'Calls start in order, overlap up to a limit, and give their values as they end; an exclusive one runs alone.',
  'contract:B6':
    'Each started call has one start and one end in the log, whose copy alone listeners can shape.',
  'contract:B7': 'A call gives its canonical value, or rejects with the bare message.',
  'contract:B8':
    'After the end of a run nothing starts, what waited is abandoned, and what ran is drained and logged.',
  'contract:B9':
    'Pictures and messages of calls come behind the result of the program, in order, even where it fails.',
  'contract:B10': 'A failed program is an error with its kind, its message and what it had printed.',
  'contract:B11':
    'A runtime is one object with proper names behind one seam, and failures of programs are data.',
  'contract:TS1': 'TypeScript types follow the schemas in one fixed form; what cannot be said is `any`.',
  'contract:TS2':
    'The TypeScript SDK says how programs are written and declares every tool, in the same bytes.',
  'contract:PY1': 'Python types follow the schemas in one fixed form; what cannot be said is `Any`.',
  'contract:PY2': 'Objects are named classes in Python, declared before they are used, or dictionaries.',
  'contract:PY3': 'Names of Python classes are identifiers, bounded, distinct and found in linear time.',
  'contract:PY4': 'Python brackets stay within what its parser takes, and descriptions within their lines.',
  'contract:PY5': 'The Python SDK imports what it uses and declares every tool, as a method or in a comment.',
  'contract:S0': 'The scope package exports exactly the names that plugins build on.',
  'contract:S1':
    'Scopes nest by one parent each, events climb to ancestors, and layers live while they hold something.',
  'contract:O1':
    'A decision that is not exactly one of the known shapes denies, blocks or fails, and never runs a tool.',
  'contract:O2': 'Calling on again passes every inner wrapper again, and saying nothing is an error.',
  'contract:O3': 'A call always resolves, and a broken input is an error result with a code.',
  'contract:O4':
    'Two copies of the packages recognise scopes and errors of each other, and say when versions differ.',
  'contract:O5': 'The cost of one call does not depend on how many tools or restrictions exist.',
  'contract:O6': 'Errors name the cause in every branch and the nearest name that the caller may see.',
} as const
