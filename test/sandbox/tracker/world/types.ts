/** The data of the tracker. Points in time are milliseconds since the epoch; days are midnights in UTC. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Person {
  readonly name: string;
  readonly key: string;
  readonly displayName: string;
  readonly email: string;
  readonly groups: readonly string[];
}

export interface Category extends Named {
  readonly key: string;
  readonly colorName: string;
}

export interface Status extends Named {
  readonly category: Category;
}

export interface IssueType extends Named {
  readonly subtask: boolean;
}

export interface LinkType extends Named {
  readonly inward: string;
  readonly outward: string;
}

/** Versions are listed in the order of their release. */
export interface Version extends Named {
  readonly released: boolean;
  readonly releaseDate: number;
}

export interface Sprint extends Named {
  readonly state: 'CLOSED' | 'ACTIVE' | 'FUTURE';
  readonly start: number;
  readonly end: number;
}

export interface Project extends Named {
  readonly key: string;
  readonly lead: Person;
  /** The group that works here. */
  readonly crew: string;
  /** True = whoever comes may read, signed in or not. */
  readonly open: boolean;
  /** The one group that may read; `undefined` = everybody who is signed in. */
  readonly members: string | undefined;
  readonly components: readonly Named[];
  readonly versions: readonly Version[];
  readonly sprints: readonly Sprint[];
}

/** A change of one field; an id of `undefined` = the field was or became empty. */
export interface ChangeItem {
  readonly field: string;
  readonly from: string | undefined;
  readonly fromName: string | undefined;
  readonly to: string | undefined;
  readonly toName: string | undefined;
}

export interface Change {
  readonly id: number;
  readonly at: number;
  readonly author: Person;
  readonly items: readonly ChangeItem[];
}

export interface Comment {
  readonly id: number;
  readonly at: number;
  readonly author: Person;
  readonly body: string;
}

export interface Attachment {
  readonly id: number;
  readonly at: number;
  readonly author: Person;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface Worklog {
  readonly id: number;
  readonly at: number;
  readonly author: Person;
  readonly comment: string;
  readonly seconds: number;
}

export interface Link {
  readonly id: number;
  readonly type: LinkType;
  readonly outward: boolean;
  readonly key: string;
}

export interface Issue {
  readonly id: number;
  readonly key: string;
  readonly number: number;
  readonly project: Project;
  readonly type: IssueType;
  readonly summary: string;
  readonly description: string | undefined;
  readonly environment: string | undefined;
  readonly status: Status;
  readonly priority: Named;
  readonly resolution: Named | undefined;
  readonly reporter: Person;
  readonly creator: Person;
  readonly assignee: Person | undefined;
  readonly created: number;
  readonly updated: number;
  readonly resolved: number | undefined;
  readonly due: number | undefined;
  readonly labels: readonly string[];
  readonly components: readonly Named[];
  readonly versions: readonly Version[];
  readonly fixVersions: readonly Version[];
  readonly comments: readonly Comment[];
  readonly attachments: readonly Attachment[];
  readonly worklogs: readonly Worklog[];
  readonly history: readonly Change[];
  readonly links: readonly Link[];
  readonly parent: string | undefined;
  readonly voters: readonly Person[];
  readonly watchers: readonly Person[];
  /** In seconds. */
  readonly estimate: number | undefined;
  readonly epic: string | undefined;
  readonly epicName: string | undefined;
  readonly sprints: readonly Sprint[];
  readonly rank: string;
  readonly points: number | undefined;
  readonly ward: Named | undefined;
  readonly tools: readonly Named[];
  readonly inspected: number | undefined;
  readonly inspection: number | undefined;
  readonly foreman: Person | undefined;
  readonly residents: string | undefined;
  readonly plan: string | undefined;
  /** True = the HTML of its texts is what the texts say, unescaped. */
  readonly hostile: boolean;
}
