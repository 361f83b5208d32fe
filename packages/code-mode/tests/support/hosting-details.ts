/** What the documentation of much used operations says besides, and arguments of their own. */
export const details: Readonly<Record<string, readonly [text: string, args: string]>> = {
  issues_create: [
    'Issues keep track of bugs, tasks and ideas. Anyone who can read the repository can create one, unless issues are disabled there.',
    'title body assignees milestone labels type',
  ],
  issues_list: [
    'Only open issues are listed unless the state says otherwise. Pull requests are among them.',
    'state labels assignee creator mentioned milestone sort direction since',
  ],
  issues_update: [
    'Changes the title, the text, the state, labels, milestone or assignees. Set the state to closed to close the issue.',
    'title body state state_reason labels milestone assignees',
  ],
  issues_get: ['A moved issue answers with its new place, a deleted one with 410.', ''],
  issues_lock: ['Only collaborators can comment as long as it is locked.', 'lock_reason'],
  issues_list_assigned: [
    'Across all repositories that you can see. The filter also gives issues that you created, are mentioned in, or are subscribed to.',
    'filter state labels sort direction since',
  ],
  issues_create_comment: ['Everybody who is subscribed to the issue is notified.', 'body'],
  pulls_create: [
    'The head branch has the changes, the base branch is where they go to. It can begin as a draft.',
    'title head base body draft maintainer_can_modify',
  ],
  pulls_list: ['Only open ones unless the state says otherwise.', 'state head base sort direction'],
  pulls_merge: ['The method is merge, squash or rebase.', 'commit_title commit_message sha merge_method'],
  pulls_create_review: [
    'A review approves the changes, requests others, or only comments; without an event it stays pending.',
    'commit_id body event comments',
  ],
  pulls_list_files: ['At most 3,000 files, each with its patch.', ''],
  repos_content_put: [
    'The change is committed to a branch with the message that you give.',
    'path message content sha branch committer author',
  ],
  repos_get_content: ['Of a folder, the names of what is in it.', 'path ref'],
  repos_commit_create_status: [
    'The state is error, failure, pending or success; each context has its own.',
    'sha state target_url description context',
  ],
  repos_list_commits: ['Of a branch or of one path, the newest first.', 'sha path author since until'],
  repos_create_release: [
    'The tag is created where it does not exist.',
    'tag_name target_commitish name body draft prerelease',
  ],
  repos_create_webhook: ['It sends the chosen events to a URL.', 'config events active'],
  repos_update_branch_protection: [
    'Replaces all of its rules: checks, reviews, who may push.',
    'branch required_status_checks enforce_admins restrictions',
  ],
  repos_branch_protection_update_reviews: [
    '',
    'branch required_approving_review_count dismiss_stale_reviews',
  ],
  repos_collaborator_add: ['The person is sent an invitation.', 'username permission'],
  repos_update: [
    'Changes name, description, visibility, merge methods and the default branch.',
    'name description homepage private visibility default_branch',
  ],
  activity_list_notifications: [
    'Only unread ones unless all are asked for, the latest first.',
    'all participating since before',
  ],
  actions_workflow_dispatch: [
    'The workflow must listen to that event; inputs are passed on to it.',
    'workflow_id ref inputs',
  ],
  actions_list_workflow_runs: ['', 'actor branch event status created'],
  actions_self_hosted_runner_for_repo_registration_token: [
    'Pass the token to the configuration script on the machine that is to be the runner. It expires after an hour.',
    '',
  ],
  actions_self_hosted_runner_for_org_registration_token: [
    'Pass the token to the configuration script on the machine that is to be the runner. It expires after an hour.',
    '',
  ],
  actions_create_repo_secret: [
    'The value must be encrypted with the public key of the repository.',
    'secret_name encrypted_value key_id',
  ],
  actions_create_org_secret: [
    'The value must be encrypted with the public key of the organization.',
    'secret_name encrypted_value key_id visibility',
  ],
  dependabot_list_alerts: [
    'Each tells of a vulnerable dependency, how severe it is, and which version mends it.',
    'state severity ecosystem package manifest scope',
  ],
  'code-scanning_list_alerts': [
    'Of the default branch unless a reference is given.',
    'tool_name ref state severity',
  ],
  'secret-scanning_list_alerts': [
    'The newest first. The secrets themselves can be hidden.',
    'state secret_type resolution validity hide_secret',
  ],
  search_code: ['Only default branches and files under 384 KB are searched.', 'q sort order'],
  search_issues: ['By words and qualifiers such as author, label or state.', 'q sort order'],
  search_repos: ['By words and qualifiers such as language, topic or stars.', 'q sort order'],
  search_users: ['By words and qualifiers such as location or followers.', 'q sort order'],
  users_get_me: ['The profile of the authenticated user, the private part of it as well.', ''],
  teams_create: ['You become its maintainer.', 'name description maintainers repo_names privacy'],
  gists_create: ['Of one or more files, public or secret.', 'files description public'],
  codespaces_create: ['', 'repository_id ref machine devcontainer_path idle_timeout_minutes'],
}
