#!/bin/sh
# usage: tests/servers/sparql_server.sh fuseki|blazegraph PORT FOLDER
# Starts a real SPARQL server on 127.0.0.1:PORT, its files in FOLDER, and stays until it is ended. The server comes through Maven, by exact
# version. Ends with 77 where Java or Maven is missing, or the server can't be had.
set -eu
server=$1 port=$2 folder=$3
command -v java >/dev/null && command -v mvn >/dev/null || exit 77
repository=$HOME/.m2/repository

# bring GROUP ARTIFACT VERSION TYPE: the path of its file in the local repository.
bring() {
  file=$repository/$(echo "$1" | tr . /)/$2/$3/$2-$3.$4
  [ -e "$file" ] || mvn -q -B dependency:get -Dtransitive=false "-Dartifact=$1:$2:$3:$4" >&2 || exit 77
  echo "$file"
}

mkdir -p "$folder"
case $server in
  fuseki)
    jar=$(bring org.apache.jena jena-fuseki-server 5.6.0 jar)
    cd "$folder"
    FUSEKI_BASE="$folder/base" exec java -Xms64m -Xmx512m -jar "$jar" --localhost "--port=$port" --mem --update /ds >"$folder/log" 2>&1
    ;;
  blazegraph)
    war=$(bring com.blazegraph bigdata-war 2.1.4 war)
    runner=$(bring org.eclipse.jetty jetty-runner 9.4.54.v20240208 jar)
    {
      echo "com.bigdata.journal.AbstractJournal.file=$folder/journal"
      echo "com.bigdata.rdf.store.AbstractTripleStore.quads=true"
      echo "com.bigdata.rdf.store.AbstractTripleStore.axiomsClass=com.bigdata.rdf.axioms.NoAxioms"
      echo "com.bigdata.rdf.sail.truthMaintenance=false"
      echo "com.bigdata.rdf.store.AbstractTripleStore.textIndex=false"
    } >"$folder/store.properties"
    cd "$folder"
    exec java -Xms64m -Xmx512m --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
      --add-opens=java.base/java.lang=ALL-UNNAMED "-Dcom.bigdata.rdf.sail.webapp.ConfigParams.propertyFile=$folder/store.properties" \
      -jar "$runner" --host 127.0.0.1 --port "$port" --path /blazegraph "$war" >"$folder/log" 2>&1
    ;;
  *) echo "there is no server $server" >&2; exit 2 ;;
esac
