#!/bin/sh
# Makes what the containers of cluster.yaml know of each other, once: a certificate authority, a
# certificate for each server, passwords and the addresses that contain them. Existing files stay.
#
#   deploy/compose/make-secrets.sh [FOLDER]      # deploy/compose/secrets
#
# On several machines, copy to each only the files that its containers name, and keep ca.key offline.
set -eu
folder=${1:-$(dirname "$0")/secrets}
# Containers read the files as users of their own; on this machine the folder keeps others out.
mkdir -p -m 700 "$folder"
cd "$folder"
days=3650

if [ ! -f ca.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "$days" \
    -subj '/CN=Halyard cluster' -addext 'basicConstraints=critical,CA:TRUE' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout ca.key -out ca.crt 2>/dev/null
fi

# A server answers by its name and calls others with the same certificate.
certificate() {
  [ ! -f "$1.crt" ] || return 0
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" \
    -keyout "$1.key" -out "$1.csr" 2>/dev/null
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' \
    "$1" > "$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" \
    -extfile "$1.ext" -out "$1.crt" 2>/dev/null
  rm "$1.csr" "$1.ext"
}
for name in nats-1 nats-2 nats-3 postgres-1 postgres-2 postgres-3 etcd-1 etcd-2 etcd-3; do
  certificate "$name"
done

# The letter keeps NATS from reading a password as a number.
password() {
  [ -f "$1" ] || printf 'p%s' "$(openssl rand -hex 24)" > "$1"
}
for name in nats_edge nats_engine nats_market postgres_superuser postgres_replication postgres_rewind \
  halyard_owner halyard metrics_token; do
  password "$name"
done

# The addresses by which the programs reach the servers.
nats='nats-1:4222,tls://nats-2:4222,tls://nats-3:4222'
for user in edge engine market; do
  printf 'tls://%s:%s@%s' "$user" "$(cat "nats_$user")" "$nats" > "nats_url_$user"
done
postgres='postgres-1:5432,postgres-2:5432,postgres-3:5432/halyard?sslmode=verify-full&sslrootcert=/run/secrets/ca.crt'
printf 'postgres://halyard:%s@%s' "$(cat halyard)" "$postgres" > database_url
printf 'postgres://halyard_owner:%s@%s' "$(cat halyard_owner)" "$postgres" > database_owner_url
printf '%s\n' \
  "NATS_EDGE_PASSWORD=$(cat nats_edge)" \
  "NATS_ENGINE_PASSWORD=$(cat nats_engine)" \
  "NATS_MARKET_PASSWORD=$(cat nats_market)" > nats.env
printf '%s\n' \
  "PATRONI_SUPERUSER_PASSWORD=$(cat postgres_superuser)" \
  "PATRONI_REPLICATION_PASSWORD=$(cat postgres_replication)" \
  "PATRONI_REWIND_PASSWORD=$(cat postgres_rewind)" > patroni.env
printf '%s\n' \
  "create role halyard_owner login password '$(cat halyard_owner)';" \
  "create role halyard login password '$(cat halyard)';" \
  'grant pg_read_all_stats to halyard;' \
  'create database halyard owner halyard_owner;' > create-database.sql
