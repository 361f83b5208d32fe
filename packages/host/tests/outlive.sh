# Ways to outlive the end of the command. Each process has the token among its arguments.
payload=$1
token=$2

rest() { exec -a "$token" sleep 300; }
again() { exec "$BASH" "$0" "$1" "$token"; }

case $payload in
  child) rest & wait ;;
  background) (rest) & (rest) & echo started ;;
  session) setsid "$BASH" "$0" child "$token" & wait ;;
  nohup) nohup "$BASH" "$0" child "$token" >/dev/null 2>&1 & disown; rest ;;
  daemon) (setsid "$BASH" "$0" child "$token" </dev/null >/dev/null 2>&1 &) ;;
  respawn) trap 'setsid "$BASH" "$0" respawn "$token" & again respawn' TERM; while :; do sleep 0.02; done ;;
  stubborn) trap '' TERM HUP INT; (rest) & rest ;;
  parent-first) ("$BASH" "$0" child "$token" &) ; exit 3 ;;
  chain) sleep 0.01; setsid "$BASH" "$0" chain "$token" & exit ;;
  unmarked) env -i "$BASH" "$0" session "$token" & wait ;;
esac
