import { useState } from "preact/hooks";
import { add_member, create_group, delete_group, type Group, remove_member, type Topology } from "../../api/topology.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty } from "../../parts/states.tsx";
import { part } from "../../api/client.ts";
import { TopologyPage, type Changing } from "./topology_page.tsx";

function NewGroup({ changing }: { changing: Changing }) {
  const [name, set] = useState("");
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = name.trim();
        if (wanted === "") return;
        changing.run(
          (version) => create_group(version, wanted, []),
          () => set(""),
        );
      }}
    >
      <label class="field">
        <span>New group</span>
        <input
          type="text"
          value={name}
          spellcheck={false}
          autocomplete="off"
          placeholder="platform"
          onInput={(event) => set(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary" disabled={changing.busy}>
        Create
      </button>
    </form>
  );
}

/** With more members, those beyond are folded. */
const MOST = 12;

const Members = ({ group, topology, changing }: { group: Group; topology: Topology; changing: Changing }) => {
  const [all, show_all] = useState(false);
  const shown = all || group.members.length <= MOST + 1 ? group.members : group.members.slice(0, MOST);
  const others = topology.repositories.filter((name) => !group.members.includes(name));
  return (
    <>
      {group.members.length === 0 ? <p class="muted small">It has no repositories: a search in it finds nothing.</p> : null}
      <ul class="plain chips">
        {shown.map((name) => (
          <li key={name} class="chip chip-member">
            <a href={`/repositories/${part(name)}`}>{name}</a>
            <button
              type="button"
              class="chip-button"
              disabled={changing.busy}
              aria-label={`Take ${name} out of ${group.name}`}
              onClick={() => changing.run((version) => remove_member(version, group.name, name))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {shown.length < group.members.length || all ? (
        <button type="button" class="text-button" aria-expanded={all} onClick={() => show_all(!all)}>
          {all ? "Fewer" : `${group.members.length - shown.length} more`}
        </button>
      ) : null}
      {others.length > 0 ? (
        <label class="inline-field">
          <span>Add</span>
          <select
            value=""
            disabled={changing.busy}
            aria-label={`Add a repository to ${group.name}`}
            onChange={({ currentTarget: { value } }) => changing.run((version) => add_member(version, group.name, value))}
          >
            <option value="">choose a repository</option>
            {others.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </>
  );
};

function Card({ group, topology, changing }: { group: Group; topology: Topology; changing: Changing }) {
  const [asking, ask_first] = useState(false);
  return (
    <li class="panel group-card">
      <div class="group-head">
        <h2>{group.name}</h2>
        <a class="button small" href={`/search?group=${part(group.name)}`}>
          <Icon name="search" />
          Search
        </a>
        <button type="button" class="icon-button" aria-label={`Delete ${group.name}`} onClick={() => ask_first(true)}>
          <Icon name="trash" />
        </button>
      </div>
      <Members group={group} topology={topology} changing={changing} />
      {asking ? (
        <Confirm
          title={`Delete the group ${group.name}?`}
          action="Delete"
          confirm={() => changing.run((version) => delete_group(version, group.name))}
          close={() => ask_first(false)}
        >
          Its repositories stay as they are.
        </Confirm>
      ) : null}
    </li>
  );
}

export const GroupsView = () => (
  <TopologyPage
    title="Groups"
    path="/groups"
    about="A group names repositories that belong together, so that a search can be asked of them at once."
  >
    {(topology, changing) => (
      <>
        <NewGroup changing={changing} />
        {topology.groups.length === 0 ? (
          <Empty icon="group" title="There is no group yet">
            <p>Name one above, then add repositories to it.</p>
          </Empty>
        ) : (
          <ul class="plain group-list">
            {topology.groups.map((group) => (
              <Card key={group.name} group={group} topology={topology} changing={changing} />
            ))}
          </ul>
        )}
      </>
    )}
  </TopologyPage>
);
