# Functions of the benchmarks of whole tools: sourced by bench/cat, bench/crawl, bench/extract and bench/*/speed, which set `runs`, the bytes of
# uncompressed data (`bytes`), and work in a scratch folder.

headline() {
  echo "$(date -I), $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $bytes bytes, median of $runs"
  printf '%-44s %9s %9s %8s %8s %10s\n' command wall user GB/s 'GB/s user' peak
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# measure NAME COMMAND…: a line with the medians of wall and user seconds, GB of uncompressed data by each, peak memory.
# Leaves the runs' figures in the files wall, user, cpu (user and system seconds) and rss.
measure() {
  local name=$1 i
  shift
  : >wall
  : >user
  : >cpu
  : >rss
  for ((i = 0; i < runs; i++)); do
    command time -o times -f '%e %U %S %M' sh -c "$*" >/dev/null
    awk '{ print $1 >>"wall"; print $2 >>"user"; print $2 + $3 >>"cpu"; print $4 >>"rss" }' times
  done
  awk -v n="$name" -v b="$bytes" -v w="$(median <wall)" -v u="$(median <user)" -v r="$(median <rss)" 'BEGIN {
    printf "%-44s %7.2f s %7.2f s %8.2f %8.2f %7.0f MB\n", n, w, u, b / w / 1e9, (u > 0 ? b / u / 1e9 : 0), r / 1024 }'
}
