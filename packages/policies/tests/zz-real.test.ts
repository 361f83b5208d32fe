import { test } from 'vitest'
import { openWorkspace } from '../../cli/src/workspace.ts'
import { PermissionEngine } from '../src/permissions/engine.ts'
test('x', async () => {
const w = await openWorkspace('/tmp/b/ws', {...process.env})
const e = new PermissionEngine({layers:[{name:'u',mayGrant:true,allow:[{rule:'Bash(ls *)'}],ask:[],deny:[]}],mode:'default',root:w.root,home:'/root'},{tool:(n:any,a:any)=>w.tools.get(n,a),names:()=>w.tools.schemas().map(x=>x.name),granted(){},revoked(){}} as any)
const out=[]
for (const [n,a] of [['bash',{command:'ls -l'}],['bash',{command:'ls',cwd:'..'}],['bash',{command:'ls',cwd:'src'}],['bash',{}],['read',{path:'a'}],['glob',{pattern:'/etc/*'}],['glob',{pattern:'**'}],['grep',{pattern:'x'}],['edit',{path:'src/a',oldText:'a',newText:'b'}],['write',{path:'src/a',content:''}],['web_fetch',{url:'https://example.com/x'}],['web_fetch',{url:'http://u:p@x/'}],['job_stop',{id:'j'}],['job_list',{}],['job_output',{id:'j'}],['todo_write',{todos:[]}],['ask_user',{question:'x'}]] as any) { const v=e.judge(n,a); out.push([n,JSON.stringify(a),v.verdict,v.decisive.part,'|',v.decisive.reason,'|',v.suggestions.join(' ; ')].join(' ')) }
console.log(out.join('\n'))
await w.close()
})
