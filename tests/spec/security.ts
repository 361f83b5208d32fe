/** What hostile input must not reach: F is files, C commands, N network, W local servers, M remote servers, J data, D display, P plugins. */
export const security = {
  'security:F1': 'No spelling of a path reaches a file outside the root.',
  'security:F2': 'No link, not even one swapped during the call, leads out of the root.',
  'security:F3': 'A file that has another name elsewhere is never changed in place.',
  'security:F4': 'Special files are refused before they can block, and reading has limits.',
  'security:F6': 'Bytes that are not text are neither hidden nor damaged.',
  'security:F5':
    'What controls programs or this one, such as hooks and settings, is never changed without a question.',
  'security:C1':
    'A compound command is allowed only if each of its parts is, and what cannot be read is asked.',
  'security:C2': 'A program that runs its arguments is allowed only by what they run.',
  'security:C3': 'Where the sandbox is wanted and cannot be had, nothing runs without it unnoticed.',
  'security:C4': 'A command does not see the secrets of the process that starts it, or that is said.',
  'security:C5': 'A command that multiplies or swallows memory does not take the machine along.',
  'security:C6': 'Nothing that a command started outlives the end of its tree.',
  'security:C7': 'Endless output costs bounded memory and disk, and is counted exactly.',
  'security:C8': 'How a command ended is data: status, signal, time limit and output are told apart.',
  'security:N1': 'No spelling of an address reaches this machine or its private networks.',
  'security:N2': 'The address that was judged is the one that is connected to.',
  'security:N3': 'Each redirect is judged like a first request, and their number is bounded.',
  'security:N4': 'A body is bounded by its decoded bytes.',
  'security:N5': 'A slow or endless answer ends at its deadline.',
  'security:N6': 'A request tells a host nothing before somebody agreed to that host.',
  'security:W1': 'No web page and no other user of the machine gets a request through to the local server.',
  'security:W2':
    'Malformed, huge and slow requests end in an answer or a closed connection, and the server goes on.',
  'security:M1': 'What a server says of its tools is data: escaped, bounded, marked, and never a permission.',
  'security:M2': 'A definition or launch command that changed is noticed, whatever part of it changed.',
  'security:M3':
    'No name of a remote tool stands for another tool, and none takes the place of one that is there.',
  'security:M4':
    'A server that floods, stalls or refuses to end costs bounded memory and time, and harms no other.',
  'security:M5': 'What a server asks of the client is refused unless a person agrees to that very request.',
  'security:M6': 'Nothing that a folder brings is started before somebody trusted it as it is now.',
  'security:J1': 'Keys such as `__proto__` stay data and change no prototype.',
  'security:J2': 'A hostile object is read once, and policy, log and result see the same value.',
  'security:J3': 'Deep and large values end in a result or a clear error, never in a crash.',
  'security:J4': 'A pattern from outside cannot hold the event loop.',
  'security:J5': 'A schema outside the subset is refused, and the subset agrees with a full validator.',
  'security:J6': 'Duplicate keys and numbers that would be rounded are refused where text is parsed.',
  'security:D1': 'Control, bidirectional and invisible characters are shown, never sent to a display.',
  'security:D2':
    'A question shows what will run, whole or with what was left out, and nothing can imitate it.',
  'security:D3':
    'Whatever a tool, a model or a file wrote is text in a page: no markup, no script, no request.',
  'security:D5': 'A configured secret reaches no display, log or model in any usual spelling.',
  'security:A1': 'What runs is what was approved, once.',
  'security:A2': 'Only an explicit yes opens the gate, and a wider one is listed and ends.',
  'security:A3': 'An answer counts only for the question that it names and proves to have seen.',
  'security:S1':
    'A program reaches nothing of the host, and whatever it does, the host goes on and the next program runs.',
  'security:S2': 'Nothing that a program or its process says forges a call, and none is made after the end.',
  'security:R1':
    'What a session log confirmed is never lost, and no crash or fault leaves a gap, a copy or an invention in it.',
  'security:R2': 'Every call has exactly one result, whatever happens to it, to its process and to its disk.',
  'security:R3': 'Descriptors, listeners and timers are as many after the work as before it.',
  'security:R4': 'Memory does not grow with the number of calls.',
  'security:R5':
    'A process that is asked to end starts nothing more, cancels what runs, and leaves a whole log and no process behind.',
  'security:R6': 'After a cancellation each call has its result, and what does not listen is not run again.',
  'security:R7': 'No rejection goes unheard, and no exception uncaught.',
  'security:R8': 'The same seed gives the same session log, byte for byte.',
  'security:R9': 'A broken tool, listener, model or session harms no other.',
  'security:P1': 'Whatever a plugin does, each call ends with exactly one result.',
} as const
