// Swaps files and directories for links that lead outside, over and over, until it is ended.
import { existsSync, linkSync, renameSync, symlinkSync } from 'node:fs'

process.chdir(process.argv[2])

function swapDirectory() {
  renameSync('ws/swap', 'ws/.real')
  renameSync('ws/.link', 'ws/swap')
  renameSync('ws/swap', 'ws/.link')
  renameSync('ws/.real', 'ws/swap')
}

function swapFile() {
  symlinkSync('../outside/secret', 'ws/.next')
  renameSync('ws/.next', 'ws/file')
  linkSync('ws/.plain', 'ws/.next')
  renameSync('ws/.next', 'ws/file')
}

// Whoever stands in `n` and asks the kernel for `..` now finds itself outside.
function moveAway() {
  renameSync('ws/m/n', 'outside/n')
  renameSync('outside/n', 'ws/m/n')
}

while (existsSync('ws/run')) {
  for (let round = 0; round < 50; round++) {
    swapDirectory()
    swapFile()
    moveAway()
  }
}
