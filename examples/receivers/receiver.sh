#!/bin/sh
# Receives one webhook: the request on standard input, the response on standard output. Start it with any server
# that runs a program for each connection: inetd, systemd with Accept=yes, or
#
#     BESTOW_WEBHOOK_SECRET=svc-whsec-… SPOOL=./spool socat TCP-LISTEN:4000,reuseaddr,fork EXEC:./receiver.sh
#
# Stores each genuine event once in the folder $SPOOL, for processing by another program.
set -eu

tolerance=300 # seconds
max_bytes=5242880
return=$(printf '\r')

mkdir -p "$SPOOL"
work=$(mktemp -d "$SPOOL/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT

respond() {
  printf 'HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$1"
  exit 0
}

# The 64 bytes of the key $1, each exclusive-or $2, as HMAC requires. Only the shell itself gets the key: all
# users of the machine can read the arguments of a program.
padded_key() {
  format= count=0
  for byte in $(printf %s "$1" | od -An -v -tu1); do
    byte=$((byte ^ $2)) count=$((count + 1))
    format="$format\\$((byte / 64))$((byte / 8 % 8))$((byte % 8))"
  done
  while [ "$count" -lt 64 ]; do
    format="$format\\$(($2 / 64))$(($2 / 8 % 8))$(($2 % 8))" count=$((count + 1))
  done
  printf "$format"
}

# HMAC-SHA256 of standard input with the key $1 (at most 64 bytes), in hex.
hmac() {
  { padded_key "$1" 54 && cat; } | openssl dgst -sha256 -binary >"$work/inner"
  { padded_key "$1" 92 && cat "$work/inner"; } | openssl dgst -sha256 -r | cut -d ' ' -f 1
}

# Compares digests of both with a random nonce, so that the duration reveals nothing.
same() {
  nonce=$(openssl rand -hex 32)
  [ "$(printf %s "$nonce$1" | openssl dgst -sha256 -r)" = "$(printf %s "$nonce$2" | openssl dgst -sha256 -r)" ]
}

signature= previous= timestamp= id= type= length=
IFS= read -r request || exit 0
while IFS= read -r line; do
  line=${line%"$return"}
  [ -n "$line" ] || break
  value=${line#*:}
  value=${value# }
  case $(printf %s "${line%%:*}" | tr '[:upper:]' '[:lower:]') in
    service-webhook-signature) signature=$value ;;
    service-webhook-signature-previous) previous=$value ;;
    service-webhook-dispatch-timestamp) timestamp=$value ;;
    service-webhook-event-id) id=$value ;;
    service-webhook-event-type) type=$value ;;
    content-length) length=$value ;;
  esac
done
case $request in POST\ *) ;; *) respond '405 Method Not Allowed' ;; esac
case $length in '' | *[!0-9]* | ????????*) respond '413 Content Too Large' ;; esac
[ "$length" -le "$max_bytes" ] || respond '413 Content Too Large'
head -c "$length" >"$work/body"

# These values become part of file names and arithmetic below.
case $id in '' | *[!0-9a-f-]*) respond '403 Forbidden' ;; esac
case $type in '' | *[!a-z_]*) respond '403 Forbidden' ;; esac
case $timestamp in '' | 0* | *[!0-9]* | ????????????*) respond '403 Forbidden' ;; esac

is_signed=no
for secret in $(printf %s "$BESTOW_WEBHOOK_SECRET" | tr ',' ' '); do
  expected=$({ printf '%s.' "$timestamp" && cat "$work/body"; } | hmac "$secret")
  if same "$expected" "$signature" || same "$expected" "$previous"; then is_signed=yes; fi
done
[ "$is_signed" = yes ] || respond '403 Forbidden'

skew=$(($(date +%s) - timestamp))
[ "${skew#-}" -le "$tolerance" ] || respond '403 Forbidden'

# A link is created atomically or not at all; for a duplicate, the name exists.
if ln "$work/body" "$SPOOL/$id.json" 2>"$work/problem"; then
  echo "$type $id" >&2
elif [ ! -e "$SPOOL/$id.json" ]; then
  cat "$work/problem" >&2
  respond '500 Internal Server Error'
fi
respond '200 OK'
