# Has a service's own program check the configuration of the service, and changes nothing.
#
#   sh check.sh php VERSION NONCE    VERSION in two digits
#   sh check.sh mysql - NONCE
#
# Its last line is "server-panel NONCE CODE WORDS": the exit code of that program, 127 where there is none or where its words were lost, and
# what it has said of errors, in Base64.
what=$1
version=$2
nonce=$3
LC_ALL=C
export LC_ALL

# bytes: of a log panels send 8,196
LONGEST=4000

tell() { # code, words
  printf '\nserver-panel %s %s %s\n' "$nonce" "$1" "$2"
}

check() { # program, its words
  said=$(timeout -k 5 40 "$@" 2>&1 >/dev/null </dev/null)
  code=$?
  # what decides first: servers warn of every website before it
  errors=$(
    printf '%s\n' "$said" | grep -e ALERT -e ERROR -e '^PHP: '
    printf '%s\n' "$said" | grep -v -e ALERT -e ERROR -e '^PHP: ' -e '\[Note\]' -e '\[Warning\]'
  )
  [ $? -le 1 ] && lines=$(printf "%.${LONGEST}s" "$errors" | base64) || return
  words=
  for line in $lines; do words=$words$line; done
  tell "$code" "$words"
}

check_php() {
  cd "/www/server/php/$version" && [ -f sbin/php-fpm ] || return
  PATH=/www/server/php/$version/sbin:$PATH
  check php-fpm -t -c "/www/server/php/$version/etc/php.ini" -y "/www/server/php/$version/etc/php-fpm.conf"
}

check_mysql() {
  cd /www/server/mysql && [ -f bin/mysqld ] || return
  PATH=/www/server/mysql/bin:$PATH
  case $(mysqld --no-defaults --version 2>/dev/null) in
    # these read all options before they help
    *MariaDB* | *'Ver 5.'*) check mysqld --defaults-file=/etc/my.cnf --verbose --help ;;
    *) check mysqld --defaults-file=/etc/my.cnf --user=mysql --validate-config ;;
  esac
}

"check_$what" || tell 127 ''
