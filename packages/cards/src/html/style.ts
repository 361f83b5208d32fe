/** How a page looks, in light and in dark. Nothing in it refers to anything outside of the page. */
export const style = `
:root{color-scheme:light dark;--fg:#1f2328;--bg:#fff;--quiet:#656d76;--line:#d0d7de;--soft:#f6f8fa;--link:#0550ae;
--red:#b3261e;--green:#1a7f37;--yellow:#7d4e00;--blue:#0550ae;--magenta:#8250df;--cyan:#0a6b74}
@media(prefers-color-scheme:dark){:root{--fg:#e6edf3;--bg:#0d1117;--quiet:#8d96a0;--line:#30363d;--soft:#161b22;
--link:#6cb6ff;--red:#ff7b72;--green:#56d364;--yellow:#e3b341;--blue:#79c0ff;--magenta:#d2a8ff;--cyan:#76e3ea}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem;max-width:70rem;color:var(--fg);background:var(--bg);
font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.3rem;margin:0 0 .5rem}
p{margin:.25rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 1rem;font-size:.85rem}
dt{color:var(--quiet)}
dd{margin:0}
code,pre{font-family:ui-monospace,monospace;font-size:.85rem}
pre{margin:.25rem 0;padding:.5rem;overflow-x:auto;background:var(--soft);border-radius:4px}
a{color:var(--link)}
img{display:block;max-width:100%;margin:.25rem 0}
summary{cursor:pointer}
ul{margin:.25rem 0;padding-left:1rem;list-style:none;border-left:2px solid var(--line)}
section,.card{margin:.6rem 0;content-visibility:auto;contain-intrinsic-size:auto 2rem}
.card{border:1px solid var(--line);border-radius:6px;padding:.3rem .6rem}
.body,.item,.agent{margin-left:.6rem}
.speaker{color:var(--quiet);font-size:.8rem}
.you{border-left:3px solid var(--blue);padding-left:.6rem}
.prose{white-space:pre-wrap}
.state,.strong,.output-bold{font-weight:600}
.note,.quiet,.queued,.code-comment,footer{color:var(--quiet)}
.note,footer{font-size:.85rem}
.struck,.cancelled{text-decoration:line-through}
.running,.output-cyan,.code-name{color:var(--cyan)}
.waiting,.output-yellow,.code-string{color:var(--yellow)}
.done,.added,.added-part,.output-green{color:var(--green)}
.failed,.removed,.removed-part,.output-red{color:var(--red)}
.denied,.output-magenta,.code-number{color:var(--magenta)}
.output-blue,.code-keyword,.code-attribute{color:var(--blue)}
.added-part,.removed-part{text-decoration:underline}
`

/** SHA-256 of the style in base64, with which the page permits it and no other. */
export const styleHash = 'fvxLOW28eNamQ2y+w0rCviPRI2BfEv15BU34xvkL0iI='
