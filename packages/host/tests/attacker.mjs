// Does what attacker.c does where there is no compiler: it swaps by two or three renames in place of one exchange.
import { existsSync, renameSync } from 'node:fs'

process.chdir(process.argv[2])

let swaps = 0

function swap(one, other) {
  renameSync(one, 'ws/.between')
  renameSync(other, one)
  renameSync('ws/.between', other)
  swaps += 1
}

while (existsSync('ws/run')) {
  for (let round = 0; round < 50; round++) {
    for (let turn = 0; turn < 2; turn++) {
      swap('ws/swap', 'ws/.link')
      swap('ws/deep/er', 'ws/deep/.link')
      swap('ws/file', 'ws/.file')
    }
    renameSync('ws/m/n', 'outside/n')
    renameSync('outside/n', 'ws/m/n')
  }
}
console.log(swaps)
