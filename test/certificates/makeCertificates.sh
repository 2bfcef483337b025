#!/bin/sh
# Makes the certificates beside it, for tests only: their keys are public. Needs OpenSSL 3.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/ca.cnf" <<CONFIG
[ca]
default_ca = made
[made]
database = $work/index
serial = $work/serial
new_certs_dir = $work
policy = names
unique_subject = no
[names]
organizationName = optional
commonName = supplied
CONFIG
: >"$work/index"
: >"$work/empty"
printf 'basicConstraints=CA:TRUE\n' >"$work/v3"
printf 'subjectAltName=IP:127.0.0.2\nbasicConstraints=CA:FALSE\n' >"$work/address"

# make NAME KEY SUBJECT SERIAL EXTENSIONS DIGEST SIGNER...: without extensions it becomes X.509 v1
make() {
  name=$1 key=$2 subject=$3 serial=$4 extensions=$5 digest=$6
  shift 6
  echo "$serial" >"$work/serial"
  openssl req -new -key "$key" -subj "$subject" -out "$work/csr"
  openssl ca -batch -notext -config "$work/ca.cnf" -in "$work/csr" -extfile "$work/$extensions" -md "$digest" \
    -startdate "${from:-20200101000000Z}" -enddate "${to:-21200101000000Z}" "$@" -out "$name.cert.pem" 2>"$work/log" ||
    { cat "$work/log" >&2; exit 1; }
}

for key in testOnly testOnlyOther; do
  openssl genrsa -out "$key.key.pem" 2048 2>"$work/log"
done
one=testOnly.key.pem
two=testOnlyOther.key.pem

make panel $one "/O=Test only/CN=panel.invalid" 11 v3 sha256 -selfsign -keyfile $one
make sameKey $one "/O=Test only/CN=panel.invalid" 12 v3 sha256 -selfsign -keyfile $one
make other $two "/O=Test only/CN=panel.invalid" 13 v3 sha256 -selfsign -keyfile $two
# aaPanel's own: no subject alternative name
make wildcard $one "/CN=*.aapanel.com" 14 v3 sha256 -selfsign -keyfile $one
# BaoTa's own when it is offline: X.509 v1, serial 0, md5, the address as its name
make legacy $one "/CN=127.0.0.2" 00 empty md5 -selfsign -keyfile $one
from=20200101000000Z to=20210101000000Z make expired $one "/CN=expired.invalid" 15 v3 sha256 -selfsign -keyfile $one
# a private root, as the vendor has, and what it signs
make root $two "/O=Test only/CN=Private root" 16 v3 sha256 -selfsign -keyfile $two
make leaf $one "/CN=127.0.0.2" 17 address sha256 -cert root.cert.pem -keyfile $two
