#!/bin/sh
# usage: run.sh GROVE       (make eval)
# How right the symbol graph is, on the checkouts of public oracles in $GROVE_ORACLES; what services serve, do and need, on those in
# $GROVE_ROUTES (WebFuzzing/Dataset) and $GROVE_SERVICES (eval/flows, dataflow); how far the formats of one book agree; then how good retrieval is: the scorers of the evaluation
# folder beside the project on the checkouts in $GROVE_CORPORA (default: ../corpora), and the ablations of the ranking. Scorers and checkouts
# that are not there are named and left out.
set -eu
grove=$1
here=$(cd "$(dirname "$0")" && pwd)
tools=$(dirname "$grove")
sets=${GROVE_EVAL_SETS:-$here/../../shared/eval}
corpora=${GROVE_CORPORA:-$here/../../corpora}
data=${GROVE_EVAL_DATA:-$here/../build/eval}
oracles=${GROVE_ORACLES:-} routes=${GROVE_ROUTES:-} services=${GROVE_SERVICES:-} asked=${GROVE_ASK_CORPORA:-}
# They are settings of this script; the program refuses to start with such that it doesn't know.
unset GROVE_EVAL_SETS GROVE_CORPORA GROVE_EVAL_DATA GROVE_ORACLES GROVE_ROUTES GROVE_SERVICES GROVE_ASK_CORPORA

if [ -d "$oracles" ]; then
  echo "== symbol graph, beside public oracles"
  "$tools/grove_oracle_eval" --oracles "$oracles"
else
  echo "no oracles of call graphs: set GROVE_ORACLES to a folder with their checkouts (eval/oracles/README.md)"
fi

if [ -d "$routes" ] && [ -d "$sets/routes" ]; then
  echo "== endpoints, beside published specifications"
  python3 "$sets/routes/score.py" --grove "$grove" --corpus "$routes" --also "$here/routes/also.tsv"
else
  echo "no applications with published routes: set GROVE_ROUTES to a checkout of WebFuzzing/Dataset"
fi
if [ -d "$services" ]; then
  echo "== flows, beside chains read by hand; the map, beside drawn diagrams"
  python3 "$here/flows/score.py" "$services" --grove "$grove"
  if [ -d "$sets/dataflow" ]; then
    python3 "$sets/dataflow/score.py" --grove "$grove" --corpora "$services" --application-only
    python3 "$sets/dataflow/train_ticket.py" --grove "$grove" --checkout "$services/FudanSELab+train-ticket"
  fi
else
  echo "no checkouts of services: set GROVE_SERVICES to a folder with those of eval/flows/chains.tsv, named owner+name"
fi

if [ -d "$asked" ]; then
  echo "== answers to questions in plain words, then each lever the other way"
  "$tools/grove_ask_eval" --questions "$here/ask" --corpora "$asked" --data "$data-ask" --ablate
else
  echo "no checkouts for questions: set GROVE_ASK_CORPORA to a folder with one checkout per line of eval/ask/repos.tsv, named owner+name"
fi

"$here/documents/run.sh" "$tools"

if [ ! -d "$sets/retrieval" ]; then
  echo "no evaluation sets in $sets: set GROVE_EVAL_SETS to a folder that has retrieval/repos.tsv and retrieval/queries/"
  exit 0
fi
if [ ! -d "$corpora" ]; then
  echo "no checkouts in $corpora: set GROVE_CORPORA to a folder with one checkout per line of $sets/retrieval/repos.tsv, named owner+name"
  exit 0
fi

echo "== retrieval, from outside: hybrid, then keyword"
for mode in hybrid keyword; do
  python3 "$sets/retrieval/score.py" --grove "$grove" --corpora "$corpora" --mode "$mode"
done

echo "== retrieval, from inside: hybrid against keyword, then without one signal after another"
mkdir -p "$data"
"$tools/grove_eval" --set "$sets/retrieval" --corpora "$corpora" --data "$data" --compare
"$tools/grove_eval" --set "$sets/retrieval" --corpora "$corpora" --data "$data" --ablate
