// A path as a link, the file's name in front of the eye.

import { Marked } from "./code";

interface PathProps {
  path: string;
  href: string;
  line?: number | undefined;
  stems?: string[];
}

export function PathLink({ path, href, line, stems = [] }: PathProps) {
  const cut = path.lastIndexOf("/") + 1;
  return (
    <a class="path" href={href}>
      <span class="folder">{path.slice(0, cut)}</span>
      {/* Where there is little room, the name goes to the next line as a whole. */}
      <wbr />
      <span class="name">
        <Marked text={path.slice(cut)} stems={stems} />
      </span>
      {line !== undefined && <span class="at">:{line}</span>}
    </a>
  );
}
