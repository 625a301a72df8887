// The documents of the REST API, as far as the page reads them. Their full description is /api/v1/openapi.json.

export interface Repositories {
  repositories: Repository[];
}

export interface Repository {
  name: string;
  root: string;
  generation: number | null;
  files: number;
  indexing: Indexing;
}

export interface Indexing {
  doing: "idle" | "waiting" | "discovering" | "indexing" | "embedding" | "committing";
  done: number;
  total: number;
}

export interface Answered {
  root: string;
  generation: number;
  fresh: boolean;
  notices: string[];
  elapsed_ms: number;
}

export interface Search extends Answered {
  query: string;
  hits: Hit[];
  related: RelatedFile[];
  graph: FileEdge[];
  explanation?: Explanation;
}

/** A file that results use, or that uses them. */
export interface RelatedFile {
  path: string;
  language: string;
  line: number;
  /** Seen from `of`. */
  relationship: string;
  of: string;
  distance: number;
  confidence: string;
}

export interface FileEdge {
  from: string;
  to: string;
  kinds: string[];
  confidence: string;
  uses: number;
}

export interface Hit {
  rank: number;
  path: string;
  start_line: number;
  end_line: number;
  score: number;
  rerank_score?: number;
  match_type: "keyword" | "semantic" | "both";
  copies: number;
  language: string;
  content_type: string;
  symbol: (SymbolHead & { signature: string }) | null;
  text: string;
  first_line: number;
}

export interface SymbolHead {
  kind: string;
  name: string;
  qualified_name: string;
  line: number;
}

export interface Explanation {
  plan: Plan;
  ranker: string;
  stages_ms: Record<string, number>;
  candidates: Candidate[];
}

export interface Plan {
  intent: string;
  terms: { term: string; weight: number }[];
  expansions: { term: string; weight: number }[];
  names: { name: string; strength: number }[];
  suggested_filters: string[];
}

export interface Candidate {
  rank: number;
  path: string;
  score: number;
  word_rank: number | null;
  meaning_rank: number | null;
  features: Record<string, { value: number; adds: number }>;
}

export interface FileText {
  file: { path: string; bytes: number; language: string; health: string; lines: number; symbols: number };
  first_line: number;
  last_line: number;
  total_lines: number;
  text: string;
}

export interface Outline extends Answered {
  path: string;
  stale: boolean;
  symbols: Outlined[];
}

export interface Outlined extends SymbolHead {
  start_line: number;
  end_line: number;
  signature: string;
  doc: string;
  parent: number | null;
}

export interface Place {
  path: string;
  language: string;
  symbol: (SymbolHead & { start_line: number; end_line: number }) | null;
}

export interface Symbols extends Answered {
  total: number;
  symbols: (Place & { signature: string; doc: string })[];
}

export interface Found {
  total: number;
  files: number;
  uses: Use[];
  ambiguous_sites: number;
  cut: boolean;
}

export interface Uses extends Answered, Found {
  asked: string;
  subjects: Place[];
}

export interface Use {
  depth: number;
  kind: string;
  confidence: string;
  from: Place;
  line: number;
  text: string;
  to: Place | null;
}

export interface Deps extends Answered {
  path: string;
  imports: Found;
  imported_by: Found;
  outside: { import: string; line: number }[];
}

export interface Impact extends Answered {
  asked: string;
  subjects: Place[];
  totals: { files: number; tests: number; files_by_depth: number[] };
  files: { path: string; language: string; depth: number; confidence: string; test: boolean; lines: number[] }[];
  ambiguous_sites: number;
  cut: boolean;
}

export interface CodeMap extends Answered {
  files: { path: string; rank: number; users: number; symbols: (SymbolHead & { users: number })[] }[];
}

export interface Context extends Answered {
  query: string;
  budget: { total: number; reserved: number; used: number; tokenizer: string };
  truncated: boolean;
  left_out: number;
  primary: Piece[];
  related: RelatedPiece[];
  text?: string;
}

export interface Piece {
  rank: number;
  path: string;
  form: "body" | "excerpt" | "signature";
  start_line: number;
  end_line: number;
  symbol: SymbolHead | null;
  tokens: number;
}

export interface RelatedPiece {
  relationship: string;
  of: string;
  path: string;
  symbol: SymbolHead | null;
  start_line: number | null;
  tokens: number;
}

export interface Status {
  root: string;
  index: string;
  bytes: number;
  generation: number;
  committed_at: number;
  complete: boolean;
  files: number;
  chunks: number;
  symbols: number;
  lines: number;
  model: { name: string; dimension: number } | null;
  embedded_chunks: number;
  languages: { language: string; files: number; lines: number; chunks: number; symbols: number }[];
  health: { ok: number; partial: number; error: number; no_grammar: number };
  unhealthy: { path: string; status: string; errors: number }[];
  skipped: { path: string; reason: string; detail: string }[];
}

export interface Activity {
  last_check: { ago_ms: number; elapsed_ms: number } | null;
  last_run: { ago_ms: number; elapsed_ms: number; added: number; changed: number; removed: number } | null;
  cache: { exact: number; near: number; new: number; kept: number };
  routes: { route: string; requests: number; mean_ms: number }[];
}

/** What a run of indexing did. */
export interface IndexRun {
  files: number;
  added: number;
  changed: number;
  removed: number;
  elapsed_ms: number;
  notices: string[];
  cancelled: boolean;
}

export interface ProblemDocument {
  status: number;
  title: string;
  detail: string;
  help?: string;
}
