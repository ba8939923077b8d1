#include "serve/rest/openapi.h"

namespace grove::serve {
namespace {

// Written by hand, since answers are written by functions; a test holds real answers against it: no key may be missing here.
constexpr std::string_view kAnswerSchemas = R"json({
"Health":{"type":"object","properties":{"status":{"type":"string"},"program":{"type":"string"}},"required":["status","program"]},
"Readiness":{"type":"object","properties":{"ready":{"type":"boolean"},"open":{"type":"integer"},"waiting":{"type":"array","items":{"type":"string"}}},"required":["ready","open"]},
"OpenApi":{"type":"object"},
"JsonRpc":{"type":"object","properties":{"jsonrpc":{"const":"2.0"},"method":{"type":"string"},"params":{"type":"object"},"id":{"type":["string","number","null"]},"result":{"type":"object"},"error":{"type":"object"}},"required":["jsonrpc"]},
"Problem":{"type":"object","properties":{"type":{"type":"string"},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string"},"code":{"type":"string"},"hint":{"type":"string"}},"required":["type","title","status","detail","code"]},
"Repository":{"type":"object","properties":{
"id":{"type":"string"},"name":{"type":"string"},"root":{"type":"string"},"url":{"type":"string"},"branch":{"type":"string"},"subpath":{"type":"string"},
"commit":{"type":"string"},"added_at":{"type":"string","format":"date-time"},"indexed_at":{"type":"string","format":"date-time"},
"state":{"type":"string","enum":["ready","not_indexed","missing_folder","broken"]},"problem":{"type":"string"},"pending_changes":{"type":"boolean"},"files":{"type":"integer"},"units":{"type":"integer"},
"vectors":{"type":"integer"},"vectors_ready":{"type":"number"},"bytes_on_disk":{"type":"integer"},"generation":{"type":"integer"},
"vector_models":{"type":"array","items":{"type":"object","properties":{"provider":{"type":"string"},"model":{"type":"string"},"dimensions":{"type":"integer"},"vectors":{"type":"integer"},"in_use":{"type":"boolean"}}}}},"required":["id","name","root","state"]},
"Repositories":{"type":"object","properties":{"repositories":{"type":"array","items":{"$ref":"#/components/schemas/Repository"}}},"required":["repositories"]},
"Removed":{"type":"object","properties":{"removed":{"type":"string"},"id":{"type":"string"}},"required":["removed","id"]},
"Model":{"type":"object","properties":{
"provider":{"type":"string"},"model":{"type":"string"},"dimensions":{"type":"integer"},"fingerprint":{"type":"string"},"available":{"type":"boolean"},
"problem":{"type":"string"},"resident":{"type":"boolean"},"active_operations":{"type":"integer"},"keep_alive":{"type":"string"},
"repositories":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"units":{"type":"integer"},"vectors":{"type":"integer"}}}},
"reranker":{"type":"object","properties":{"provider":{"type":"string"},"model":{"type":"string"},"available":{"type":"boolean"},"resident":{"type":"boolean"},"problem":{"type":"string"}}},
"stored":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"path":{"type":"string"},"bytes":{"type":"integer"}}}}},
"required":["provider","model","available","resident"]},
"Stats":{"type":"object","properties":{
"product":{"type":"string"},"raw_collection":{"type":"string"},"serving_collection":{"type":"string"},"total_docs":{"type":"integer"},
"by_chunk_type":{"type":"object","additionalProperties":{"type":"integer"}},"modules":{"type":"array","items":{"type":"string"}},
"repositories":{"type":"integer"},"files":{"type":"integer"},"units":{"type":"integer"},"symbols":{"type":"integer"},"references":{"type":"integer"},"edges":{"type":"integer"},
"vectors":{"type":"integer"},"by_repository":{"type":"array","items":{"type":"object"}},"bytes_on_disk":{"type":"integer"}},"required":["product","total_docs","by_chunk_type","modules","repositories","files","units"]},
"Unloaded":{"type":"object","properties":{"status":{"type":"string"}},"required":["status"]},
"IndexReport":{"type":"object","properties":{
"name":{"type":"string"},"root":{"type":"string"},"added":{"type":"integer"},"modified":{"type":"integer"},"deleted":{"type":"integer"},"unchanged":{"type":"integer"},
"reparsed":{"type":"integer"},"resolved":{"type":"integer"},
"skipped":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"reason":{"type":"string"}}}},
"files":{"type":"integer"},"lines":{"type":"integer"},"bytes":{"type":"integer"},"units":{"type":"integer"},"symbols":{"type":"integer"},"references":{"type":"integer"},"edges":{"type":"integer"},
"embedded":{"type":"integer"},"warnings":{"type":"array","items":{"type":"string"}},"took_ms":{"type":"number"}},"required":["name"]},
"Error":{"type":"object","properties":{"code":{"type":"string"},"message":{"type":"string"},"hint":{"type":"string"}},"required":["code","message"]},
"Job":{"type":"object","properties":{
"id":{"type":"string"},"kind":{"type":"string","enum":["add","sync","index","watch"]},"state":{"type":"string","enum":["queued","running","done","failed","cancelled"]},
"cancel_requested":{"type":"boolean"},"repo":{"type":"string"},"repo_id":{"type":"string"},"created_at":{"type":"string","format":"date-time"},
"started_at":{"type":"string","format":"date-time"},"ended_at":{"type":"string","format":"date-time"},
"progress":{"type":"object","properties":{"stage":{"type":"string"},"done":{"type":"integer"},"total":{"type":"integer"},"unit":{"type":"string"},"subject":{"type":"string"}},"required":["stage","done"]},
"report":{"$ref":"#/components/schemas/IndexReport"},"error":{"$ref":"#/components/schemas/Error"}},"required":["id","kind","state","repo","repo_id","created_at"]},
"Jobs":{"type":"object","properties":{"jobs":{"type":"array","items":{"$ref":"#/components/schemas/Job"}}},"required":["jobs"]},
"UnitHit":{"type":"object","properties":{
"rank":{"type":"integer"},"id":{"type":"string"},"score":{"type":"number"},"repo":{"type":"string"},"commit":{"type":"string"},"path":{"type":"string"},
"language":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"},"qualified_name":{"type":"string"},"parent":{"type":"string"},
"start_line":{"type":"integer"},"end_line":{"type":"integer"},"signature":{"type":"string"},"docstring":{"type":"string"},"code":{"type":"string"},
"matched_terms":{"type":"array","items":{"type":"string"}},"callers":{"type":"integer"},"callees":{"type":"integer"},"stale":{"type":"boolean"},
"ranks":{"type":"object","properties":{"lexical":{"type":"integer"},"vector":{"type":"integer"},"graph":{"type":"integer"},"name":{"type":"integer"},"rerank":{"type":"integer"}}}},
"required":["rank","id","score","repo","path","language","kind","start_line","end_line"]},
"Symbol":{"type":"object","properties":{
"id":{"type":"string"},"repo":{"type":"string"},"path":{"type":"string"},"language":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"},
"qualified_name":{"type":"string"},"parent":{"type":"string"},"start_line":{"type":"integer"},"end_line":{"type":"integer"},"signature":{"type":"string"},
"docstring":{"type":"string"},"code":{"type":"string"},"callers":{"type":"integer"},"callees":{"type":"integer"},"stale":{"type":"boolean"}},
"required":["id","repo","path","language","kind","name","start_line","end_line"]},
"Definitions":{"type":"object","properties":{"symbol":{"type":"string"},"definitions":{"type":"array","items":{"$ref":"#/components/schemas/Symbol"}},
"total":{"type":"integer"},"stale":{"type":"boolean"},"warnings":{"type":"array","items":{"type":"string"}}},"required":["symbol","definitions","total","stale"]},
"References":{"type":"object","properties":{"symbol":{"type":"string"},"of":{"type":"array","items":{"$ref":"#/components/schemas/Symbol"}},
"references":{"type":"array","items":{"type":"object","properties":{"repo":{"type":"string"},"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},
"role":{"type":"string","enum":["call","type","import","read","write","inherit"]},"in":{"type":"string"},"confidence":{"type":"string","enum":["exact","scoped","name"]},
"preview":{"type":"string"},"stale":{"type":"boolean"}},"required":["repo","path","line","role","confidence"]}},
"total":{"type":"integer"},"stale":{"type":"boolean"},"warnings":{"type":"array","items":{"type":"string"}}},"required":["symbol","references","total","stale"]},
"Calls":{"type":"object","properties":{"symbol":{"type":"string"},"of":{"type":"array","items":{"$ref":"#/components/schemas/Symbol"}},
"edges":{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},"repo":{"type":"string"},"path":{"type":"string"},"line":{"type":"integer"},
"confidence":{"type":"string","enum":["exact","scoped","name"]},"depth":{"type":"integer"}},"required":["from","to","repo","path","line","confidence","depth"]}},
"unresolved":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"repo":{"type":"string"},"path":{"type":"string"},"line":{"type":"integer"}}}},
"total":{"type":"integer"},"stale":{"type":"boolean"},"warnings":{"type":"array","items":{"type":"string"}}},"required":["symbol","edges","unresolved","total","stale"]},
"Endpoints":{"type":"object","properties":{"endpoints":{"type":"array","items":{"type":"object","properties":{
"http_method":{"type":"string"},"route":{"type":"string"},"repo":{"type":"string"},"module":{"type":"string"},"service":{"type":"string"},"controller":{"type":"string"},
"method_name":{"type":"string"},"path":{"type":"string"},"start_line":{"type":"integer"},"flow_name":{"type":"string"},"request_type":{"type":"string"},"response_type":{"type":"string"},
"framework":{"type":"string","enum":["spring-mvc","spring-functional","spring-data-rest","spring-actuator","jax-rs"]}},
"required":["http_method","route","repo","module","service","path","start_line","framework"]}},
"total":{"type":"integer"},"stale":{"type":"boolean"},"warnings":{"type":"array","items":{"type":"string"}}},"required":["endpoints","total","stale"]},
"Flow":{"type":"object","properties":{
"name":{"type":"string"},"endpoint":{"type":"string"},"http_method":{"type":"string"},"repo":{"type":"string"},
"steps":{"type":"array","items":{"type":"object","properties":{"order":{"type":"integer"},
"layer":{"type":"string","enum":["controller","service","repository","external","component","config"]},"symbol":{"type":"string"},"repo":{"type":"string"},
"path":{"type":"string"},"start_line":{"type":"integer"},"called_by":{"type":"integer"},"branch":{"type":"integer"},
"via":{"type":"string","enum":["event","message","request"]},"async":{"type":"boolean"},
"service":{"type":"string"},"host":{"type":"string"},"request":{"type":"string"}},
"required":["order","layer","symbol","repo","path","start_line"]}},
"mermaid":{"type":"string"},"cross_service":{"type":"array","items":{"type":"object","properties":{
"from_service":{"type":"string"},"to_service":{"type":"string"},"http_method":{"type":"string"},"route":{"type":"string"},"via":{"type":"string"},"repo":{"type":"string"},
"evidence":{"$ref":"#/components/schemas/Place"}},"required":["from_service","to_service","via","repo","evidence"]}},"cut":{"type":"boolean"},
"others":{"type":"array","items":{"type":"object"}},
"total":{"type":"integer"},"stale":{"type":"boolean"},"warnings":{"type":"array","items":{"type":"string"}}},
"required":["name","endpoint","http_method","repo","steps","mermaid","cross_service","others","total","stale"]},
"ServiceMap":{"type":"object","properties":{"services":{"type":"array","items":{"type":"object","properties":{
"name":{"type":"string"},"repo":{"type":"string"},"module":{"type":"string"},"infrastructure":{"type":"boolean"},
"role":{"type":"string","enum":["program","broker","database","cache","gateway","discovery","config","security","monitoring","tool","outside"]},
"system":{"type":"string"},"port":{"type":"integer"},"aliases":{"type":"array","items":{"type":"string"}},"code":{"type":"boolean"},
"evidence":{"$ref":"#/components/schemas/Place"}},"required":["name","infrastructure","role","code"]}},
"edges":{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},
"kind":{"type":"string","enum":["http","feign","message","database","gateway","discovery","config"]},"repo":{"type":"string"},
"evidence":{"$ref":"#/components/schemas/Place"},"confidence":{"type":"string","enum":["exact","scoped","name"]},
"requests":{"type":"array","items":{"type":"object","properties":{"http_method":{"type":"string"},"route":{"type":"string"},"via":{"type":"string"},
"evidence":{"$ref":"#/components/schemas/Place"}},"required":["evidence"]}}},"required":["from","to","kind","repo","evidence","confidence"]}},
"mermaid":{"type":"string"},"total":{"type":"integer"},"stale":{"type":"boolean"},"warnings":{"type":"array","items":{"type":"string"}}},
"required":["services","edges","mermaid","total","stale"]},
"Place":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"}},"required":["path","line"]},
"File":{"type":"object","properties":{"repo":{"type":"string"},"path":{"type":"string"},"language":{"type":"string"},"text":{"type":"string"},
"units":{"type":"array","items":{"type":"object"}},"stale":{"type":"boolean"}},"required":["repo","path","language","text","units","stale"]},
"SearchAnswer":{"type":"object","properties":{
"query":{"type":"string"},"intent":{"type":"string"},"mode":{"type":"string","enum":["hybrid","keyword","semantic"]},"took_ms":{"type":"number"},
"scope":{"type":"object","properties":{"repos":{"type":"array","items":{"type":"string"}},"not_indexed":{"type":"array","items":{"type":"string"}},"pending":{"type":"array","items":{"type":"string"}}},"required":["repos"]},
"stale":{"type":"boolean"},"vectors":{"type":"object","properties":{"model":{"type":"string"},"ready":{"type":"number"}}},"warnings":{"type":"array","items":{"type":"string"}},
"plan":{"type":"array","items":{"type":"object","properties":{"step":{"type":"string"},"detail":{"type":"string"},"in":{"type":"integer"},"out":{"type":"integer"},"took_ms":{"type":"number"}}}},
"results":{"type":"array","items":{"$ref":"#/components/schemas/UnitHit"}}},"required":["query","intent","mode","took_ms","scope","stale","results"]},
"Answer":{"type":"object","properties":{
"query":{"type":"string"},"intent":{"type":"string","enum":["flow","endpoint","class","config","default"]},"mode":{"type":"string","enum":["hybrid","keyword","semantic"]},"took_ms":{"type":"number"},
"scope":{"type":"object","properties":{"repos":{"type":"array","items":{"type":"string"}},"not_indexed":{"type":"array","items":{"type":"string"}},"pending":{"type":"array","items":{"type":"string"}}},"required":["repos"]},
"stale":{"type":"boolean"},"vectors":{"type":"object","properties":{"model":{"type":"string"},"ready":{"type":"number"}}},"warnings":{"type":"array","items":{"type":"string"}},
"total":{"type":"integer"},"hits":{"type":"array","items":{"allOf":[{"$ref":"#/components/schemas/UnitHit"},{"type":"object","properties":{
"chunk_type":{"type":"string","enum":["class","method","endpoint","flow","config","document","summary","section"]},"summary":{"type":"string"},"written_by":{"type":"string"},
"http_method":{"type":"string"},"route":{"type":"string"},"flow_name":{"type":"string"},"steps":{"type":"array","items":{"type":"object"}},"mermaid":{"type":"string"},"cross_service":{"type":"array","items":{"type":"object"}},
"flows":{"type":"array","items":{"type":"string"}},"matched_members":{"type":"array","items":{"type":"string"}},
"service_edges":{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},"kind":{"type":"string"},"line":{"type":"integer"}}}},
"citation":{"type":"object","properties":{"file":{"type":"string"},"start_line":{"type":"integer"},"end_line":{"type":"integer"},"fqn":{"type":"string"}},"required":["file","start_line","end_line"]}},
"required":["chunk_type","citation"]}]}},
"context_block":{"type":"string"},"answer":{"type":"string"},"model":{"type":"string"},"cited":{"type":"array","items":{"type":"integer"}}},
"required":["query","intent","mode","took_ms","scope","stale","total","hits","context_block","answer"]}
})json";

}  // namespace

std::string_view answer_schemas() { return kAnswerSchemas; }

}  // namespace grove::serve
