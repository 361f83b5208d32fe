/** More families, in the form of the first ones. */
export const moreFamilies = `
interactions | repo_restriction | interaction limit of a repository | repo | g d set=Limit who may comment, open issues or pull requests in a repository for a while
interactions | org_restriction | interaction limit of an organization | org | g d set=Limit who may comment, open issues or pull requests in an organization for a while
interactions | user_restriction | interaction limit of your repositories | me | g d set=Limit who may comment, open issues or pull requests in your repositories for a while
issues | issue | issue | repo | l c g u lock=Lock the conversation of an issue; unlock=Unlock the conversation of an issue; list_assigned=List the issues that are assigned to you; list_for_org=List the issues of an organization that are assigned to you; transfer=Move an issue to another repository; pin=Pin an issue; unpin=Unpin an issue; timeline=List what happened to an issue
issues | comment | comment of an issue | issue | l c g u d list_for_repo=List the issue comments of a repository
issues | label | label | repo | l c g u d add_to_issue=Add labels to an issue; remove_from_issue=Remove a label from an issue; set_on_issue=Replace the labels of an issue; remove_all_from_issue=Remove all labels from an issue; list_on_issue=List the labels of an issue; list_for_milestone=List the labels of the issues of a milestone
issues | assignee | assignee | issue | l add=Assign users to an issue; remove=Take assignees from an issue; check=Check whether a user can be assigned to issues
issues | milestone | milestone | repo | l c g u d
issues | event | event of an issue | issue | l g list_for_repo=List the issue events of a repository
issues | sub_issue | sub-issue | issue | l add=Add a sub-issue to an issue; remove=Remove a sub-issue from its parent; reprioritize=Change the order of sub-issues; get_parent=Get the parent of a sub-issue
issues | dependency | dependency of an issue | issue | list_blocked_by=List the issues that block an issue; list_blocking=List the issues that an issue blocks; add_blocked_by=Mark an issue as blocked by another one; remove_blocked_by=Take away that an issue is blocked by another one
issues | type | issue type of an organization | org | l c u d
licenses | license | open source licence | none | l g get_for_repo=Get the licence of a repository
markdown | markdown | Markdown | none | render=Render Markdown to HTML; render_raw=Render Markdown that is sent as plain text to HTML
meta | meta | service | none | get=Get the addresses and keys of the service; versions=List the versions of the interface; zen=Get a random piece of design wisdom; octocat=Get the mascot as text; rate_limit=Get how many requests you have left
migrations | org_export | export of an organization | org | l start=Start an export of an organization's repositories; status=Get how an export of an organization goes; download=Download the archive of an organization's export; delete_archive=Delete the archive of an organization's export; unlock_repo=Unlock a repository after an export of its organization; list_repos=List the repositories of an organization's export
migrations | user_export | export of your account | me | l start=Start an export of your repositories; status=Get how an export of your account goes; download=Download the archive of your account's export; delete_archive=Delete the archive of your account's export; unlock_repo=Unlock a repository of yours after an export; list_repos=List the repositories of your account's export
migrations | source_import | import of a repository | repo | start=Start to import a repository from another host; status=Get how the import of a repository goes; update=Change the credentials or the project of an import; cancel=Cancel the import of a repository; authors=List the commit authors of an import; map_author=Map the author of an imported commit to an account; large_files=List the large files of an import; lfs_preference=Set whether an import uses large file storage
orgs | org | organization | org | g u d list_mine=List the organizations that you belong to; list_for_user=List the organizations of a user; list_all=List all organizations; list_installations=List the apps that are installed in an organization; enable_security_product=Enable or disable a security feature for all repositories of an organization
orgs | member | member of an organization | org | l d check=Check whether a user is a member of an organization; get_membership=Get the membership of a user in an organization; set_membership=Invite a user to an organization or change the role; remove_membership=Remove a user from an organization and its teams; list_my_memberships=List your memberships of organizations; get_my_membership=Get your membership of an organization; accept_my_membership=Accept an invitation to an organization; list_public=List the public members of an organization; publicize=Show your membership of an organization to everyone; conceal=Hide your membership of an organization
orgs | invitation | invitation to an organization | org | l c cancel=Cancel an invitation to an organization; list_failed=List the invitations to an organization that failed; list_teams=List the teams that an invitation is for
orgs | outside_collaborator | outside collaborator of an organization | org | l d convert_member=Make a member of an organization an outside collaborator
orgs | blocked_user | blocked user of an organization | org | l block=Block a user from an organization; unblock=Unblock a user in an organization; check=Check whether an organization blocks a user
orgs | webhook | webhook of an organization | org | l c g u d ping=Send a ping to a webhook of an organization; get_config=Get the configuration of an organization's webhook; update_config=Change the configuration of an organization's webhook; list_deliveries=List what a webhook of an organization delivered; get_delivery=Get one delivery of an organization's webhook; redeliver=Send a delivery of an organization's webhook again
orgs | ruleset | ruleset of an organization | org | l c g u d history=Get the history of an organization's ruleset; suites=List how rulesets of an organization judged pushes
orgs | custom_property | custom property for repositories | org | l c g d list_values=List the custom property values of an organization's repositories; set_values=Set custom property values of an organization's repositories
orgs | role | role in an organization | org | l g assign_team=Give a team a role in an organization; revoke_team=Take a role in an organization from a team; assign_user=Give a user a role in an organization; revoke_user=Take a role in an organization from a user; list_teams=List the teams with a role in an organization; list_users=List the users with a role in an organization
orgs | custom_repo_role | custom repository role | org | l c g u d
orgs | security_manager | security manager team | org | l add=Make a team security managers of an organization; remove=Take the role of security managers from a team
orgs | access_token_request | request for a fine-grained access token | org | l review=Approve or deny a request to access an organization with a fine-grained token; review_many=Approve or deny many requests for fine-grained tokens; list_repos=List the repositories that a request for a fine-grained token names
orgs | access_token | fine-grained access token in an organization | org | l revoke=Revoke the access of a fine-grained token to an organization; revoke_many=Revoke the access of many fine-grained tokens; list_repos=List the repositories that a fine-grained token can access
orgs | audit_log | audit log of an organization | org | g
orgs | attestation | attestation of an organization | org | l d delete_by_digest=Delete attestations of an organization by the digest of their subject
orgs | security_configuration | security configuration of an organization | org | l c g u d attach=Apply a security configuration to repositories; detach=Take security configurations from repositories; set_default=Make a security configuration the default of new repositories; list_repos=List the repositories of a security configuration
orgs | network_configuration | private network configuration of an organization | org | l c g u d
orgs | issue_field | issue field of an organization | org | l c u d
packages | org_package | package of an organization | org | l g d restore=Restore a deleted package of an organization; list_versions=List the versions of an organization's package; get_version=Get one version of an organization's package; delete_version=Delete one version of an organization's package; restore_version=Restore a deleted version of an organization's package
packages | user_package | package of a user | user | l g d restore=Restore a deleted package of a user; list_versions=List the versions of a user's package; get_version=Get one version of a user's package; delete_version=Delete one version of a user's package; restore_version=Restore a deleted version of a user's package
packages | my_package | package of yours | me | l g d restore=Restore a deleted package of yours; list_versions=List the versions of a package of yours; get_version=Get one version of a package of yours; delete_version=Delete one version of a package of yours; restore_version=Restore a deleted version of a package of yours
packages | docker_conflict | Docker migration conflict | org | l
projects | project | project board | org | l c g u d copy=Copy a project board; close=Close a project board; list_for_user=List the project boards of a user; link_repo=Link a project board to a repository; unlink_repo=Unlink a project board from a repository; mark_template=Make a project board a template
projects | field | field of a project board | org | l c g u d
projects | item | item of a project board | org | l g d add=Add an issue or a pull request to a project board; add_draft=Add a draft issue to a project board; update_field=Set the value of a field of an item; archive=Archive an item of a project board; unarchive=Bring back an archived item of a project board; move=Change the position of an item on a project board
projects | view | view of a project board | org | l c g u d
projects | workflow | automation of a project board | org | l d
projects | status_update | status update of a project board | org | l c g u d
pulls | pull | pull request | repo | l c g u merge=Merge a pull request; check_merged=Check whether a pull request was merged; update_branch=Bring the branch of a pull request up to date with its base; list_commits=List the commits of a pull request; list_files=List the files that a pull request changes; diff=Get the diff of a pull request; enable_auto_merge=Let a pull request be merged once its checks pass; disable_auto_merge=Do not let a pull request be merged by itself any more; mark_ready=Mark a draft pull request as ready for review; convert_to_draft=Turn a pull request back into a draft; enqueue=Add a pull request to the merge queue; dequeue=Take a pull request out of the merge queue
pulls | review | review of a pull request | pull | l c g u submit=Submit a pending review of a pull request; dismiss=Dismiss a review of a pull request; delete_pending=Delete a pending review of a pull request; list_comments=List the comments of one review
pulls | review_comment | review comment on the diff of a pull request | pull | l c g u d reply=Reply to a review comment; list_for_repo=List the review comments of a repository; resolve_thread=Resolve a thread of review comments; unresolve_thread=Open a resolved thread of review comments again
pulls | requested_reviewer | requested reviewer of a pull request | pull | l request=Ask people or teams to review a pull request; remove=Take back that people or teams were asked to review a pull request
reactions | issue | reaction to an issue | issue | l c d
reactions | issue_comment | reaction to a comment of an issue | issue | l c d
reactions | pull_review_comment | reaction to a review comment of a pull request | pull | l c d
reactions | commit_comment | reaction to a comment of a commit | repo | l c d
reactions | release | reaction to a release | repo | l c d
reactions | discussion | reaction to a discussion | repo | l c d
repos | repo | repository | repo | g u d create_mine=Create a repository for yourself; create_in_org=Create a repository in an organization; create_from_template=Create a repository from a template; list_mine=List your repositories; list_for_org=List the repositories of an organization; list_for_user=List the repositories of a user; list_public=List public repositories; transfer=Transfer a repository to another owner; dispatch_event=Send a repository_dispatch event; list_languages=List the languages of a repository; list_contributors=List the contributors of a repository; list_tags=List the tags of a repository; get_topics=Get the topics of a repository; replace_topics=Replace the topics of a repository; rename=Rename a repository; archive=Archive a repository; unarchive=Take a repository out of the archive; list_activities=List the pushes and branch changes of a repository; codeowners_errors=List the errors in a CODEOWNERS file
repos | branch | branch | repo | l g rename=Rename a branch; merge=Merge one branch into another; sync_fork=Bring the branch of a fork up to date with its upstream; compare=Compare two commits or branches; list_for_head=List the branches that have a commit as their head; set_default=Set the default branch of a repository
repos | branch_protection | protection of a branch | repo | g u d get_status_checks=Get the status checks that a protected branch requires; update_status_checks=Change the status checks that a protected branch requires; remove_status_checks=No longer require status checks on a protected branch; get_reviews=Get the reviews that a protected branch requires; update_reviews=Change how many approving reviews a protected branch requires; remove_reviews=No longer require reviews on a protected branch; get_signatures=Get whether a protected branch requires signed commits; require_signatures=Require signed commits on a protected branch; drop_signatures=No longer require signed commits on a protected branch; get_push_restrictions=Get who may push to a protected branch; drop_push_restrictions=Let everyone with write access push to a protected branch; set_push_users=Set the users who may push to a protected branch; set_push_teams=Set the teams that may push to a protected branch; enforce_for_admins=Make the protection of a branch hold for administrators, too; exempt_admins=Exempt administrators from the protection of a branch
repos | commit | commit | repo | l g list_pulls=List the pull requests that contain a commit; list_statuses=List the statuses of a commit; combined_status=Get the combined status of a commit; create_status=Set the status of a commit
repos | commit_comment | comment of a commit | repo | l c g u d list_for_commit=List the comments of one commit
repos | content | file content | repo | g put=Create a file or replace its content; delete_file=Delete a file; readme=Get the README of a repository; dir_readme=Get the README of a folder; download_zip=Download a repository as a zip archive; download_tar=Download a repository as a tar archive
repos | collaborator | collaborator | repo | l add=Add a collaborator to a repository; remove=Remove a collaborator from a repository; check=Check whether a user is a collaborator of a repository; get_permission=Get what a user may do in a repository
repos | invitation | invitation to a repository | repo | l u d list_mine=List your invitations to repositories; accept=Accept an invitation to a repository; decline=Decline an invitation to a repository
repos | deploy_key | deploy key | repo | l c g d
repos | deployment | deployment | repo | l c g d list_statuses=List the statuses of a deployment; create_status=Set the status of a deployment; get_status=Get one status of a deployment
repos | environment | deployment environment | repo | l c g d
repos | deployment_branch_policy | deployment branch policy of an environment | env | l c g u d
repos | deployment_protection_rule | deployment protection rule of an environment | env | l c g d
repos | fork | fork | repo | l c
repos | release | release | repo | l c g u d latest=Get the latest release; by_tag=Get a release by its tag; generate_notes=Generate the notes of a release
repos | release_asset | asset of a release | repo | l g u d upload=Upload a file to a release
repos | webhook | webhook of a repository | repo | l c g u d ping=Send a ping to a webhook of a repository; test=Send the last push to a webhook of a repository; get_config=Get the configuration of a repository's webhook; update_config=Change the configuration of a repository's webhook; list_deliveries=List what a webhook of a repository delivered; get_delivery=Get one delivery of a repository's webhook; redeliver=Send a delivery of a repository's webhook again
repos | autolink | autolink | repo | l c g d
repos | ruleset | ruleset of a repository | repo | l c g u d rules_for_branch=Get the rules that hold for a branch; history=Get the history of a repository's ruleset; suites=List how rulesets of a repository judged pushes
repos | tag_protection | protection of tags | repo | l c d
repos | pages | pages site | repo | c g u d list_builds=List the builds of a pages site; latest_build=Get the latest build of a pages site; request_build=Ask for a pages site to be built; deploy=Deploy a pages site; deployment_status=Get how the deployment of a pages site goes; cancel_deployment=Cancel the deployment of a pages site; health_check=Check the domain settings of a pages site
repos | traffic | traffic of a repository | repo | views=Get how often a repository was viewed; clones=Get how often a repository was cloned; top_paths=List the most popular contents of a repository; top_referrers=List where visitors of a repository come from
repos | statistics | statistics of a repository | repo | commit_activity=Get the commits of the last year by week; code_frequency=Get the additions and deletions of a repository by week; contributors=Get the commits of each contributor by week; participation=Get how many commits were the owner's; punch_card=Get the commits of a repository by hour and day; community_profile=Get how complete the community files of a repository are
repos | security_setting | security setting of a repository | repo | enable_vulnerability_alerts=Enable alerts about vulnerable dependencies; disable_vulnerability_alerts=Disable alerts about vulnerable dependencies; check_vulnerability_alerts=Check whether alerts about vulnerable dependencies are enabled; enable_automated_fixes=Enable automatic pull requests that mend vulnerable dependencies; disable_automated_fixes=Disable automatic pull requests that mend vulnerable dependencies; enable_private_reporting=Enable private vulnerability reporting in a repository; disable_private_reporting=Disable private vulnerability reporting in a repository
repos | custom_property_value | custom property value of a repository | repo | l set=Set custom property values of a repository
repos | attestation | attestation of a repository | repo | c l
repos | team_access | access of a team to a repository | repo | l
repos | wiki_page | wiki page | repo | l c g u d history=List the revisions of a wiki page; revert=Bring back an earlier revision of a wiki page
repos | lfs | large file storage | repo | enable=Enable large file storage in a repository; disable=Disable large file storage in a repository
search | code | code | none | search=Search for code in files
search | commits | commits | none | search=Search for commits
search | issues | issues and pull requests | none | search=Search for issues and pull requests
search | labels | labels | none | search=Search for labels in a repository
search | repos | repositories | none | search=Search for repositories
search | topics | topics | none | search=Search for topics
search | users | users | none | search=Search for users
search | discussions | discussions | none | search=Search for discussions
secret-scanning | alert | secret scanning alert | repo | l g u list_for_org=List the secret scanning alerts of an organization; list_for_enterprise=List the secret scanning alerts of an enterprise; locations=List where a leaked secret was found
secret-scanning | push_protection | push protection of secrets | repo | bypass=Let a push with a detected secret through; history=List the scans for secrets of a repository
secret-scanning | pattern_configuration | secret scanning pattern of an organization | org | l u
secret-scanning | custom_pattern | custom pattern of secrets | org | l c g u d
security-advisories | repo_advisory | security advisory of a repository | repo | l c g u request_cve=Request a CVE number for a security advisory; create_fork=Create a temporary private fork to mend a vulnerability; report=Report a vulnerability privately to the maintainers of a repository; list_for_org=List the security advisories of an organization
security-advisories | global_advisory | global security advisory | none | l g
teams | team | team | org | l c g u d list_mine=List the teams that you belong to; list_children=List the child teams of a team
teams | member | member of a team | team | l get_membership=Get the membership of a user in a team; set_membership=Add a user to a team or change the role; remove_membership=Remove a user from a team; list_invitations=List the pending invitations to a team
teams | repo | repository of a team | team | l check=Check what a team may do in a repository; set_permission=Give a team access to a repository; remove=Take a repository from a team
teams | project | project board of a team | team | l check=Check what a team may do with a project board; set_permission=Give a team access to a project board; remove=Take a project board from a team
teams | discussion | discussion of a team | team | l c g u d
teams | discussion_comment | comment of a team's discussion | team | l c g u d
teams | external_group | identity provider group of a team | team | l g link=Connect a team with a group of an identity provider; unlink=Disconnect a team from its identity provider group
users | user | user | user | g l get_me=Get who you are signed in as; update_me=Change your profile; get_context=Get what a user was last active with; get_by_id=Get a user by number
users | email | email address of yours | me | l add=Add an email address to your account; remove=Remove an email address from your account; set_visibility=Set whether your email address is public; list_public=List your public email addresses
users | follower | follower | user | l list_mine=List your followers; following=List whom a user follows; list_followed=List whom you follow; follow=Follow a user; unfollow=Stop following a user; check_following=Check whether one user follows another
users | blocked_user | user whom you blocked | me | l block=Block a user; unblock=Unblock a user; check=Check whether you blocked a user
users | ssh_key | SSH key of yours | me | l c g d list_for_user=List the public SSH keys of a user
users | gpg_key | GPG key of yours | me | l c g d list_for_user=List the GPG keys of a user
users | signing_key | SSH signing key of yours | me | l c g d list_for_user=List the SSH signing keys of a user
users | social_account | social account of yours | me | l add=Add social accounts to your profile; remove=Remove social accounts from your profile; list_for_user=List the social accounts of a user
users | attestation | attestation of a user | user | l d
users | status | status of yours | me | g set=Set your status; clear=Clear your status
users | sponsorship | sponsorship | user | l c d list_tiers=List the sponsorship tiers of a user
users | saved_reply | saved reply of yours | me | l c u d
actions | enterprise_permission | workflow permissions of an enterprise | enterprise | get_policy=Get the actions permissions of an enterprise; set_policy=Set which actions may run in an enterprise; list_enabled_orgs=List the organizations of an enterprise in which actions are enabled; set_enabled_orgs=Set the organizations of an enterprise in which actions are enabled
actions | enterprise_runner_group | runner group of an enterprise | enterprise | l c g u d add_org=Let an organization use a runner group of an enterprise; remove_org=Take an organization from a runner group of an enterprise
announcements | org_banner | announcement banner of an organization | org | g d set=Show an announcement banner to everyone in an organization
announcements | enterprise_banner | announcement banner of an enterprise | enterprise | g d set=Show an announcement banner to everyone in an enterprise
campaigns | campaign | security campaign of an organization | org | l c g u d
code-quality | finding | code quality finding | repo | l g dismiss=Dismiss a code quality finding; reopen=Open a dismissed code quality finding again
code-quality | setup | set-up of code quality | repo | g u
domains | domain | verified domain of an organization | org | l c g d verify=Verify that a domain belongs to an organization; approve=Approve a domain for notification e-mails
identity | ip_allow_entry | IP allow list entry of an organization | org | l c u d enable=Enforce the IP allow list of an organization; disable=No longer enforce the IP allow list of an organization
identity | saml_provider | SAML provider of an organization | org | g d set=Set up single sign-on for an organization; recovery_codes=Get the recovery codes of single sign-on; list_identities=List the external identities that are linked to members; unlink=Unlink an external identity from a member; list_authorizations=List the credentials that may use single sign-on; revoke_authorization=Take single sign-on from a credential
identity | scim_member | provisioned member of an organization | org | l c g u d
identity | two_factor | two-factor requirement of an organization | org | g require=Require two-factor authentication of an organization's members; list_without=List the members of an organization who have no two-factor authentication
issues | template | issue template | repo | l g
issues | saved_view | saved view of issues | me | l c u d
issues | attachment | attachment of an issue | issue | l upload=Upload a file to an issue
merge-queue | queue | merge queue | repo | g u d jump=Move a pull request to the front of the merge queue
merge-queue | entry | entry of a merge queue | repo | l g d
migrations | importer_mapping | user mapping of a migration | org | l c u d
models | model | language model of the catalogue | org | l g complete=Ask a language model for a completion; embed=Turn texts into embeddings
notifications-email | route | e-mail route of notifications | me | l c u d
orgs | campaign_manager | campaign manager of an organization | org | l add=Make a user a campaign manager; remove=Take the role of campaign manager from a user
orgs | hook_secret | shared secret of an organization's webhook | org | rotate=Replace the shared secret of an organization's webhook
orgs | repo_policy | repository policy of an organization | org | l c g u d
orgs | insight | insight into an organization's use of the interface | org | route_stats=Get which routes of the interface an organization calls; subject_stats=Get who calls the interface in an organization; summary_stats=Get how often an organization calls the interface; time_stats=Get when an organization calls the interface; user_stats=Get how a user calls the interface
private-registries | registry | private registry of an organization | org | l c g u d public_key=Get the public key that credentials of private registries are encrypted with
projects | insight_chart | insight chart of a project board | org | l c g u d
pulls | suggestion | suggested change | pull | l apply=Commit a suggested change of a review; apply_many=Commit many suggested changes at once
pulls | template | pull request template | repo | l g
reminders | schedule | scheduled reminder of a team | team | l c g u d
reminders | my_schedule | scheduled reminder of yours | me | l c g u d
repos | bypass_request | request to bypass push rules | repo | l g approve=Approve a request to bypass push rules; deny=Deny a request to bypass push rules
repos | immutable_release | immutability of releases | repo | check=Check whether releases of a repository are immutable; enable=Make releases of a repository immutable; disable=No longer make releases of a repository immutable
repos | merge_setting | merge setting of a repository | repo | g u
repos | social_preview | social preview picture of a repository | repo | g d upload=Upload the social preview picture of a repository
repos | sponsor_button | sponsor button of a repository | repo | g u
teams | review_assignment | review assignment of a team | team | g u
teams | sync_mapping | identity provider mapping of a team | team | l u
users | achievement | achievement of a user | user | l hide=Hide an achievement from your profile
users | session | web session of yours | me | l d
users | access_token | personal access token of yours | me | l c d
users | pinned_repo | pinned repository of your profile | me | l set=Choose the repositories that are pinned to your profile
users | contribution | contribution of a user | user | calendar=Get the contribution calendar of a user
wiki | setting | wiki setting of a repository | repo | g u
repos | label_import | label set | repo | copy=Copy the labels of one repository to another
tasks | agent_task | task of a coding agent | repo | l c g cancel=Cancel a task of a coding agent; logs=Get the log of a coding agent's task
users | keyword_alert | keyword alert of yours | me | l c u d
`
