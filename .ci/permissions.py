"""Fails on a finding in a role's policies that ACCEPTED doesn't give a reason for.

    python permissions.py cloudformation-template-update-stack.json

Parliament knows every action and which resources it takes. It reads plain policies, so references are resolved to
ARNs of the right kind first.
"""

import json
import re
import sys

from parliament import analyze_policy_string

# Role, Sid of the statement, finding: why it has to be so.
ACCEPTED = {
    ("OnAlarmRole", "ReadChildAlarms", "RESOURCE_STAR"): "children of a composite alarm may be any alarm, by any name",
    ("ReconcileRole", "ReadMetrics", "RESOURCE_STAR"): "cloudwatch:GetMetricData takes no resource",
}

ACCOUNT = {"AWS::Partition": "aws", "AWS::Region": "eu-west-1", "AWS::AccountId": "123456789012", "AWS::NoValue": None}
ARNS = {
    "AWS::DynamoDB::Table": "arn:aws:dynamodb:eu-west-1:123456789012:table/name",
    "AWS::KMS::Key": "arn:aws:kms:eu-west-1:123456789012:key/00000000-0000-4000-8000-000000000000",
    "AWS::Logs::LogGroup": "arn:aws:logs:eu-west-1:123456789012:log-group:/aws/lambda/name:*",
    "AWS::SNS::Topic": "arn:aws:sns:eu-west-1:123456789012:name",
    "AWS::SQS::Queue": "arn:aws:sqs:eu-west-1:123456789012:name",
}


def resolved(value, resources):
    """A policy without Ref, Fn::GetAtt and Fn::Sub. A kind of resource that ARNs doesn't know is a KeyError."""
    match value:
        case {"Ref": name}:
            return ACCOUNT[name] if name in ACCOUNT else ARNS[resources[name]["Type"]]
        case {"Fn::GetAtt": [name, "Arn"]}:
            return ARNS[resources[name]["Type"]]
        case {"Fn::Sub": str(text)}:
            return re.sub(r"\$\{(.+?)\}", lambda found: ACCOUNT[found[1]], text)
        case dict():
            return {key: resolved(child, resources) for key, child in value.items()}
        case list():
            return [resolved(child, resources) for child in value]
    return value


def listed(value):
    return value if isinstance(value, list) else [value]


def findings(policy):
    """(Sid, issue, detail) of each statement. Each is analysed alone, because findings don't tell their statement."""
    for statement in policy["Statement"]:
        sid, actions = statement.get("Sid", "no Sid"), listed(statement["Action"])
        # Parliament has nothing to say of Action "*" on Resource "*".
        if "*" in listed(statement["Resource"]):
            yield sid, "RESOURCE_STAR", actions
        if any(action.split(":")[-1] == "*" for action in actions):
            yield sid, "ACTION_STAR", actions
        alone = json.dumps({"Version": policy["Version"], "Statement": [statement]})
        for finding in analyze_policy_string(alone).findings:
            yield sid, finding.issue, finding.detail


def main(template):
    with open(template, encoding="utf-8") as file:
        resources = json.load(file)["Resources"]
    roles = {name: role["Properties"] for name, role in resources.items() if role["Type"] == "AWS::IAM::Role"}
    found = {
        (role, sid, issue): detail
        for role, properties in roles.items()
        for policy in properties["Policies"]
        for sid, issue, detail in findings(resolved(policy["PolicyDocument"], resources))
    }
    problems = [f"{' '.join(at)}: {detail}" for at, detail in found.items() if at not in ACCEPTED]
    problems += [f"{' '.join(at)}: accepted, but no longer found" for at in ACCEPTED if at not in found]
    print("\n".join([f"{len(roles)} roles, {len(found)} findings, {len(problems)} problems", *problems]))
    return 1 if problems or not roles else 0


sys.exit(main(sys.argv[1]))
