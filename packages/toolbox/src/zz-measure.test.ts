import {test} from 'vitest'
import { diffArrays } from 'diff'
import { Lines } from './change/lines.ts'
import { describeChange } from './change/text-change.ts'
import { difference } from './change/trimmed.ts'
const t=(n:string,f:()=>unknown)=>{const s=performance.now();const r=f();console.log(n,(performance.now()-s).toFixed(0),'ms');return r}
test('m',()=>{
const t=(n:string,f:()=>unknown)=>{const s=performance.now();const r=f();console.log(n,(performance.now()-s).toFixed(0),'ms');return r}
const short=Buffer.from('a\n'.repeat(5e6)).toString()
t('lines short',()=>new Lines(short)); t('lines short',()=>new Lines(short))
const other=Buffer.from('b\n'.repeat(5e6)).toString()
t('describe new',()=>describeChange('',short,difference('',short)))
t('describe over',()=>describeChange(other,short,difference(other,short)))
const long=Buffer.from('x'.repeat(1e7)).toString()
t('describe long',()=>describeChange(long,short,difference(long,short)))

const ids=(a:readonly string[],m:Map<string,number>)=>a.map(x=>{let i=m.get(x);if(i===undefined)m.set(x,i=m.size);return i})
for(let k=0;k<2;k++)for (const [name,a,b] of [
 ['distinct',Array.from({length:10000},(_,i)=>`old line ${i}`),Array.from({length:10000},(_,i)=>`new line ${i}`)],
 ['alternating',Array.from({length:10000},(_,i)=>i%2?'same':`old ${i}`),Array.from({length:10000},(_,i)=>i%2?'same':`new ${i}`)],
 ['all same but first',['p',...Array.from({length:9999},()=>'same')],['q',...Array.from({length:9999},()=>'same'),'z']],
 ['ab',Array.from({length:10000},(_,i)=>'ab'[i*7919%2]!),Array.from({length:10000},(_,i)=>'ab'[(i*7919%3)%2]!)],
 ['long same prefix',Array.from({length:10000},(_,i)=>'x'.repeat(480)+i%97),Array.from({length:10000},(_,i)=>'x'.repeat(480)+i%89)],
] as const) for (const d of [500,200]) {t(`diff ${name} ${d}`,()=>diffArrays([...a],[...b],{maxEditLength:d}));t(`   ids`,()=>{const m=new Map();diffArrays(ids(a,m),ids(b,m),{maxEditLength:d})})}
},120000)
